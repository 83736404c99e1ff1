import { Group, Paper, Text } from '@mantine/core';
import { shortDay } from './plot-options.ts';
import type { PlotProps } from './plot-props.ts';

/** Pixels between the point and its card. */
const AWAY = 12;

/** A card with the values of a point, shown next to it. */
export function PlotCard({
  rows,
  x,
  series,
  format = String,
  isUnfinished,
  colors,
  place,
  left,
  width,
}: PlotProps & {
  readonly colors: readonly string[];
  readonly place: number;
  readonly left: number;
  readonly width: number;
}) {
  const row = rows[place];
  if (!row) return null;
  const side = left < width / 2 ? { left: left + AWAY } : { right: width - left + AWAY };
  return (
    <Paper withBorder shadow="sm" p="xs" className="plot-card" style={side}>
      <Text size="xs" c="dimmed">
        {shortDay(String(row[x]))}
        {isUnfinished && place === rows.length - 1 ? ' (in progress)' : ''}
      </Text>
      {series.map(({ name, label }, index) => (
        <Group key={name} gap={6} wrap="nowrap">
          <span className="plot-mark" style={{ background: colors[index] }} aria-hidden="true" />
          <Text size="sm">{label}</Text>
          <Text size="sm" fw={600} ml="auto" pl="sm" style={{ whiteSpace: 'nowrap' }}>
            {format(Number(row[name]))}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}
