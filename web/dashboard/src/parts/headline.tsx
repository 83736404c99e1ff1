import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A page's headline: its main figure, status, and a sentence. */
export function Headline({
  label,
  figure,
  state,
  children,
}: {
  readonly label: string;
  readonly figure: ReactNode;
  readonly state?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Card withBorder component="section" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="sm" align="center">
        <Text
          component="div"
          fw={650}
          fz={{ base: 26, sm: 32 }}
          lh={1.3}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {figure}
        </Text>
        {state}
      </Group>
      {children ? (
        <Text component="div" size="sm" c="dimmed">
          {children}
        </Text>
      ) : null}
    </Card>
  );
}
