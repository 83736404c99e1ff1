import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import type { PlotProps } from './plot.tsx';

const COLOURS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6'];

/** Points that are drawn as dots; more would be one line of them. */
const MOST_DOTS = 15;

/** The plot itself; not to be reached by keyboard, its table tells the same. */
export function DrawnPlot({ kind, rows, x, series, format = String, height }: PlotProps) {
  const withDots = rows.length <= MOST_DOTS;
  // Of what comes in whole numbers, no half one is marked at the axis.
  const areWhole = rows.every((row) => series.every(({ name }) => Number.isInteger(row[name])));
  const shared = {
    h: height ?? 0,
    data: rows.map((row) => ({ ...row })),
    dataKey: x,
    series: series.map((one, index) => ({
      ...one,
      color: one.color ?? (COLOURS[index % COLOURS.length] as string),
    })),
    valueFormatter: format,
    withLegend: series.length > 1,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    xAxisProps: { tickFormatter: shortDay },
    yAxisProps: { width: 64, allowDecimals: !areWhole },
  };
  if (kind === 'bar') return <BarChart {...shared} barChartProps={{ accessibilityLayer: false }} />;
  if (kind === 'area') {
    return (
      <AreaChart
        withDots={withDots}
        {...shared}
        curveType="monotone"
        areaChartProps={{ accessibilityLayer: false }}
      />
    );
  }
  return (
    <LineChart
      withDots={withDots}
      {...shared}
      curveType="monotone"
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}

/** A day without its year: there is little room under the axis. */
function shortDay(label: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(label)) return label;
  return new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(label),
  );
}
