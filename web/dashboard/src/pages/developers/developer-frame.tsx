import { Button, Group } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../app/place.ts';
import { PageFrame } from '../../parts/page-frame.tsx';

const PAGES = [
  { page: 'developers', label: 'API keys' },
  { page: 'developers/graphql', label: 'GraphQL explorer' },
  { page: 'developers/snippets', label: 'Snippets' },
  { page: 'developers/webhook-keys', label: 'Webhook keys' },
  { page: 'developers/requests', label: 'Request log' },
];

/** A page of this section with tabs to the others. */
export function DeveloperFrame({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { pathTo } = usePlace();
  const { pathname } = useLocation();
  return (
    <PageFrame title={title} lead={lead} actions={actions}>
      <Group component="nav" gap={4} aria-label="API">
        {PAGES.map(({ page, label }) => {
          const isHere = pathname === pathTo(page);
          return (
            <Button
              key={page}
              component={Link}
              {...({ to: pathTo(page) } as object)}
              size="xs"
              variant={isHere ? 'filled' : 'default'}
              aria-current={isHere ? 'page' : undefined}
            >
              {label}
            </Button>
          );
        })}
      </Group>
      {children}
    </PageFrame>
  );
}
