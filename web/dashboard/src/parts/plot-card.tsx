import { Group, Paper, Text } from '@mantine/core';
import type { PlotPoint } from './plot-point.ts';

/** Pixels between the point and its card. */
const AWAY = 12;

/** A card with the values of a point, shown next to it. Screen readers read the plot's value. */
export function PlotCard({
  label,
  values,
  colors,
  left,
  width,
}: PlotPoint & {
  readonly colors: readonly string[];
  readonly left: number;
  readonly width: number;
}) {
  const side = left < width / 2 ? { left: left + AWAY } : { right: width - left + AWAY };
  return (
    <Paper withBorder shadow="sm" p="xs" className="plot-card" style={side} aria-hidden="true">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {values.map(({ label, value }, index) => (
        <Group key={label} gap={6} wrap="nowrap">
          <span className="plot-mark" style={{ background: colors[index] }} />
          <Text size="sm">{label}</Text>
          <Text size="sm" fw={600} ml="auto" pl="sm" style={{ whiteSpace: 'nowrap' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}
