import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../app/place.ts';
import { target } from '../app/target.ts';
import { useAnnouncement, useTitle } from './use-title.ts';

/** A page: its title (also that of the window), actions and content. */
export function PageFrame({
  title,
  lead,
  actions,
  parent,
  children,
}: {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** The parent page, linked above the title. */
  readonly parent?: { readonly page: string; readonly label: string };
  readonly children: ReactNode;
}) {
  const { store, environment, pathTo } = usePlace();
  useTitle(`${title} · ${store.name}${environment === 'test' ? ' (test)' : ''}`);
  useAnnouncement(title);
  return (
    <Stack gap="lg" maw={1200}>
      <div>
        {parent ? (
          <Breadcrumbs mb={4} aria-label="Breadcrumb" component="nav">
            <Anchor component={Link} {...target(pathTo(parent.page))} size="sm">
              {parent.label}
            </Anchor>
            <Text size="sm" component="span" c="dimmed" truncate>
              {title}
            </Text>
          </Breadcrumbs>
        ) : null}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            {lead ? (
              <Text c="dimmed" mt={4}>
                {lead}
              </Text>
            ) : null}
          </div>
          {actions ? <Group gap="xs">{actions}</Group> : null}
        </Group>
      </div>
      {children}
    </Stack>
  );
}
