import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { isLoggedOut } from '../api/errors.ts';
import { accountPages } from '../pages/account/routes.ts';
import { PageLoader } from '../parts/page-loader.tsx';
import { NotFoundPage, ProblemPage } from '../parts/problem-page.tsx';
import type { PageRoute } from './page-route.ts';
import { isEnvironment, keepPlace, startPlace } from './place.ts';
import { queryClient } from './query-client.ts';
import { sections } from './sections.ts';
import { type Session, sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const { stores, storesBehindFactor } = await requireSession('/');
    const withoutStore = storesBehindFactor.length > 0 ? '/account' : '/new-store';
    throw redirect({ href: startPlace(stores) ?? withoutStore });
  },
});

const placeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$environment/$storeId',
  beforeLoad: async ({ params: { environment, storeId }, location }) => {
    const { stores } = await requireSession(location.href);
    const known = stores.some(({ id }) => id === storeId);
    if (!known || !isEnvironment(environment)) throw redirect({ href: '/' });
    keepPlace(environment, storeId);
  },
  component: Shell,
});

const pageRoutes = sections.flatMap(({ pages }) => pages).map((page) => lazyPage(page, placeRoute));
const accountRoutes = accountPages.map((page) =>
  lazyPage(page, rootRoute, page.needsSession ? requireSession : undefined),
);

/** Any page; without a session the login, which returns here. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    placeRoute.addChildren(pageRoutes),
    ...accountRoutes,
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PageLoader,
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
});

/** Fetches the requested page's code and data in parallel with the session. */
export function fetchPage(): void {
  const [routes, { environment, storeId }] = router.getMatchedRoutes(
    router.latestLocation.pathname,
  );
  for (const { options } of routes) {
    const { readAhead } = options.staticData ?? {};
    if (isEnvironment(environment) && storeId) readAhead?.(environment, storeId);
    const component = options.component as Partial<AsyncRouteComponent<object>> | undefined;
    // Failed prefetches are retried, and their errors shown, when the page is displayed.
    component?.preload?.()?.catch(() => {});
  }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly readAhead?: PageRoute['readAhead'];
  }
}

type Parent = typeof rootRoute | typeof placeRoute;

function lazyPage(
  { path, load, readAhead }: PageRoute,
  parent: Parent,
  require?: (href: string) => Promise<unknown>,
) {
  return createRoute({
    getParentRoute: () => parent as typeof rootRoute,
    path,
    staticData: { readAhead },
    // Another object's page starts without the forms and answers of the one before.
    remountDeps: ({ params }) => params,
    component: lazyRouteComponent(async () => ({ default: await load() })),
    beforeLoad: async ({ location }) => {
      await require?.(location.href);
    },
  });
}

async function requireSession(href: string): Promise<Session> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!isLoggedOut(error)) throw error;
    const next = href.startsWith('/') && href !== '/' ? `?next=${encodeURIComponent(href)}` : '';
    throw redirect({ href: `/log-in${next}` });
  }
}
