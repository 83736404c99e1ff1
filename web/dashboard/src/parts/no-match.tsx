import { Text } from '@mantine/core';

/** Shown instead of a list's rows if no row matches the filters. */
export function NoMatch() {
  return (
    <Text c="dimmed" ta="center" py="xl">
      Nothing matches these filters.
    </Text>
  );
}
