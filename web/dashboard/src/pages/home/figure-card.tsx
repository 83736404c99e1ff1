import { Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeOf } from './range.ts';

/** One figure, how it changed, and what is behind it. */
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

/** How a figure changed; in words for those who can't see the color. */
export function Change({
  now,
  before,
  beforeText,
  isGood = true,
}: {
  readonly now: number;
  readonly before: number;
  /** The figure before as it is written. */
  readonly beforeText: string;
  /** More is good. */
  readonly isGood?: boolean;
}) {
  const percent = changeOf(now, before);
  const text =
    percent === null ? 'new' : `${percent > 0 ? '+' : ''}${percent.toLocaleString('en')} %`;
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
