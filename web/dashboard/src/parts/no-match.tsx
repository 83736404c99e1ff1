import { Text } from '@mantine/core';

/** Stands in place of a list's rows when the filters leave none. */
export function NoMatch() {
  return (
    <Text c="dimmed" ta="center" py="xl">
      Nothing matches these filters.
    </Text>
  );
}
