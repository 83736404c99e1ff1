import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** A detail page: history on the left, facts on the right; one column on a phone. */
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
