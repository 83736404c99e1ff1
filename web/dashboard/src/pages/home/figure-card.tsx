import { Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeOf } from './range.ts';

/** One figure, its change, and a link to details. */
export function FigureCard({
  title,
  figure,
  note,
  change,
  children,
}: {
  readonly title: string;
  readonly figure: ReactNode;
  readonly note?: ReactNode;
  readonly change?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} size="sm" fw={500} c="dimmed">
        {title}
      </Title>
      <Group gap="xs" align="baseline">
        <Text size="xl" fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {figure}
        </Text>
        {change}
      </Group>
      {note ? (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      ) : null}
      {children}
    </Card>
  );
}

/** The change of a figure, also as text for users who can't see the color. */
export function Change({
  now,
  before,
  beforeText,
  isGood = true,
}: {
  readonly now: number;
  readonly before: number;
  /** The previous figure, formatted. */
  readonly beforeText: string;
  /** Whether an increase is good. */
  readonly isGood?: boolean;
}) {
  const percent = changeOf(now, before);
  const text =
    percent === null ? 'new' : `${percent > 0 ? '+' : ''}${percent.toLocaleString('en')}%`;
  const tone =
    percent === 0 ? 'same' : (percent === null || percent > 0) === isGood ? 'good' : 'bad';
  return (
    <Text span size="sm" fw={600} className={tone} title={`Before: ${beforeText}`}>
      {text}
      <Text span size="sm" c="dimmed" fw={400}>
        {' '}
        from {beforeText}
      </Text>
    </Text>
  );
}
