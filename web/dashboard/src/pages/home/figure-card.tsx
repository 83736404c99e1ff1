import { Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** One figure with what is behind it. */
export function FigureCard({
  title,
  figure,
  note,
  control,
  children,
}: {
  readonly title: string;
  readonly figure: ReactNode;
  readonly note?: ReactNode;
  readonly control?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" align="flex-start" mb="md" wrap="nowrap">
        <div>
          <Title order={2} size="sm" fw={500} c="dimmed">
            {title}
          </Title>
          <Text size="xl" fw={650}>
            {figure}
          </Text>
          {note ? (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          ) : null}
        </div>
        {control}
      </Group>
      {children}
    </Card>
  );
}
