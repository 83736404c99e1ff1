import { Box, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { PageLoader } from '../parts/page-loader.tsx';
import { Soon } from '../parts/soon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { ModeBand } from './mode-band.tsx';
import { Navigation } from './navigation.tsx';
import { usePlace, useStore } from './place.ts';
import { SearchBox } from './search-box.tsx';
import { useSession } from './session.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useFocusOnPage } from './use-focus-on-page.ts';

const StoresBehindFactor = lazy(() =>
  import('./stores-behind-factor.tsx').then((m) => ({ default: m.StoresBehindFactor })),
);

/** The frame around every page of a store; leads to the first page once the store is gone. */
export function Shell() {
  return useStore() ? <Frame /> : <Navigate to="/" />;
}

function Frame() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const { environment } = usePlace();
  const { storesBehindFactor } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu.
  useEffect(close, [pathname]);
  useFocusOnPage('content');
  useEffect(() => {
    document.documentElement.dataset.environment = environment;
  }, [environment]);
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="shell-header">
        <ModeBand />
        <Group h={58} px="md" gap="xs" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
            />
            <StoreSwitch />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Box visibleFrom="sm">
              <SearchBox />
            </Box>
            <Box visibleFrom="xs">
              <EnvironmentSwitch />
            </Box>
            <ColorSchemeSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </header>
      <nav className="shell-navigation" aria-label="Sections" data-open={opened}>
        <Box hiddenFrom="sm" pb="xs">
          <SearchBox />
        </Box>
        <Box hiddenFrom="xs" pb="xs">
          <EnvironmentSwitch />
        </Box>
        <Soon>
          <Navigation />
        </Soon>
      </nav>
      {/* Where `useAnnouncement` names a page: the focused content has no name. */}
      <div id="page-name" className="page-name" aria-live="polite" />
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<PageLoader />}>
          <Soon>
            {storesBehindFactor.length > 0 ? <StoresBehindFactor /> : null}
            <Outlet />
          </Soon>
        </Suspense>
      </main>
    </div>
  );
}
