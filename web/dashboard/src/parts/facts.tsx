import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Labels with their values, as a description list. A value that is null shows a dash. */
export function Facts({
  facts,
  isNarrow = false,
}: {
  readonly facts: Readonly<Record<string, ReactNode>>;
  /** For a side column: two columns while it spans the whole page, otherwise one. */
  readonly isNarrow?: boolean;
}) {
  return (
    <SimpleGrid
      component="dl"
      cols={isNarrow ? { base: 1, xs: 2, lg: 1 } : { base: 1, xs: 2, md: 3 }}
      spacing="md"
      m={0}
    >
      {Object.entries(facts).map(([label, value]) => (
        <div key={label} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0}>
            {value ?? '–'}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
