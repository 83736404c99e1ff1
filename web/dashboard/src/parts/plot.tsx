import { Center, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PlotProps } from './plot-props.ts';
import { useTurn } from './use-turn.ts';

// The plotting library is large, so it's loaded only when a plot is shown.
const DrawnPlot = lazy(() => import('./drawn-plot.tsx').then((m) => ({ default: m.DrawnPlot })));

const HEIGHT = 220;

/** Points drawn as a plot, with a table for users who can’t see it. */
export function Plot(props: PlotProps) {
  const { title, rows, x, series, format = String, height = HEIGHT } = props;
  const isOurTurn = useTurn();
  if (rows.length === 0) {
    return (
      <Center h={height}>
        <Text c="dimmed">Nothing to show yet</Text>
      </Center>
    );
  }
  const place = <Skeleton height={height} />;
  return (
    <figure aria-label={title} style={{ margin: 0 }}>
      <Suspense fallback={place}>
        {isOurTurn ? <DrawnPlot {...props} height={height} /> : place}
      </Suspense>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th>{x}</th>
              {series.map(({ name, label }) => (
                <th key={name}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row[x])}>
                <th scope="row">{row[x]}</th>
                {series.map(({ name }) => (
                  <td key={name}>{format(Number(row[name]))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
