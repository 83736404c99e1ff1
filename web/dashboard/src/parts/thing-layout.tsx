import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** The page of one thing: what happened on the left, what it is on the right; on a phone one column. */
export function ThingLayout({
  aside,
  children,
}: {
  readonly aside: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }} miw={0}>
        <Stack gap="lg">{children}</Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }} miw={0}>
        <Stack gap="lg">{aside}</Stack>
      </Grid.Col>
    </Grid>
  );
}
