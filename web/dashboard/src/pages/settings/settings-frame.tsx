import { Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../app/place.ts';
import { PageButton } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';

const TABS = [
  { page: 'settings', label: 'General' },
  { page: 'settings/notifications', label: 'Notifications' },
  { page: 'settings/checkout', label: 'Checkout' },
  { page: 'settings/members', label: 'Members' },
  { page: 'settings/verification', label: 'Verification' },
] as const;

/** A settings page, with tabs to the others. */
export function SettingsFrame({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}) {
  const { pathTo } = usePlace();
  const { pathname } = useLocation();
  return (
    <PageFrame title={title} lead={lead}>
      <Group component="nav" gap="xs" aria-label="Settings">
        {TABS.map(({ page, label }) => {
          const isHere = pathname.endsWith(pathTo(page));
          return (
            <PageButton
              key={page}
              page={page}
              size="xs"
              variant={isHere ? 'filled' : 'default'}
              {...(isHere ? { 'aria-current': 'page' } : {})}
            >
              {label}
            </PageButton>
          );
        })}
      </Group>
      {children}
    </PageFrame>
  );
}
