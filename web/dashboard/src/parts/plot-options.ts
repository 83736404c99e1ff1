import UPlot, { type AlignedData, type Series as DrawnSeries, type Options } from 'uplot';
import type { PlotProps } from './plot-props.ts';

/** Pixels below the axis for the legend, which tells the values under the pointer. */
export const LEGEND_HEIGHT = 32;

/** Points that are drawn as dots; more would be one line of them. */
const MAX_DOTS = 15;
/** Pixels between two labels of an axis, and of one character on it. */
const SPACE = { x: 60, y: 36 };
const CHARACTER = 7;
const FONT = '12px system-ui, sans-serif';
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** Part of a point's room that its bar takes, and the most pixels. */
const BAR_SIZE: [number, number] = [0.7, 48];
/** 1, 2, 5, 10, 20, 50 and so on: steps of whole numbers. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, zeros) =>
  [1, 2, 5].map((step) => step * 10 ** zeros),
).flat();

export interface PlotColours {
  readonly series: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly ground: string;
}

/** Points in columns, by their place; bars of several series stand on each other, the last lowest. */
export function plotData({ kind, rows, series }: PlotProps): AlignedData {
  const columns = series.map(({ name }) => rows.map((row) => Number(row[name])));
  const drawn = kind === 'bar' ? columns.map((_, first) => sums(columns.slice(first))) : columns;
  return [rows.map((_row, place) => place), ...drawn];
}

/** How uPlot draws it, but for its size. */
export function plotOptions(
  { kind, rows, x, series, format = String }: PlotProps,
  colours: PlotColours,
): Omit<Options, 'width' | 'height'> {
  const last = rows.length - 1;
  const tellLast = (plot: UPlot) => {
    if (typeof plot.cursor.idx !== 'number') plot.setLegend({ idx: last }, false);
  };
  const label = (place: number | null) => shortDay(String(rows[place ?? -1]?.[x] ?? ''));
  // Of what comes in whole numbers, no half one is marked at the axis.
  const areWhole = rows.every((row) => series.every(({ name }) => Number.isInteger(row[name])));
  const axis = { stroke: colours.text, font: FONT, ticks: { show: false } };
  return {
    padding: [12, 16, null, null],
    cursor: {
      drag: { x: false, y: false },
      y: false,
      points: { fill: (_plot, index) => colours.series[index - 1] ?? colours.text },
    },
    // Without a pointer the legend tells of the last point.
    hooks: { ready: [tellLast], setCursor: [tellLast] },
    scales: {
      x: { time: false, range: () => (kind === 'bar' ? [-0.5, last + 0.5] : [0, last || 1]) },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        space: SPACE.x,
        size: 32,
        gap: 9,
        incrs: WHOLE_STEPS,
        grid: { show: false },
        values: (_plot, places) => places.map((place) => label(place)),
      },
      {
        ...axis,
        space: SPACE.y,
        ...(areWhole ? { incrs: WHOLE_STEPS } : {}),
        grid: { stroke: colours.grid, width: 1 },
        values: (_plot, values) => values.map((value) => format(value)),
        size: (_plot, texts) =>
          20 + CHARACTER * Math.max(0, ...(texts ?? []).map(({ length }) => length)),
      },
    ],
    series: [
      { label: x, value: (_plot, _raw, _series, place) => label(place) || '–' },
      ...series.map((one, index): DrawnSeries => {
        const value = (place: number | null) => rows[place ?? -1]?.[one.name];
        const colour = colours.series[index] ?? colours.text;
        return {
          label: one.label,
          stroke: colour,
          value: (_plot, _raw, _series, place) => textOf(value(place), format),
          ...shapeOf(kind, colour, colours.ground, rows.length),
        };
      }),
    ],
  };
}

function shapeOf(
  kind: PlotProps['kind'],
  colour: string,
  ground: string,
  count: number,
): Partial<DrawnSeries> {
  if (kind === 'bar') {
    return {
      fill: colour,
      width: 0,
      points: { show: false },
      paths: UPlot.paths.bars?.({ size: BAR_SIZE }),
    };
  }
  return {
    width: 2,
    points: { show: count <= MAX_DOTS, size: 7, fill: ground },
    paths: UPlot.paths.spline?.(),
    // A fifth of the colour's weight.
    ...(kind === 'area' ? { fill: `${colour}33` } : {}),
  };
}

function sums(columns: readonly (readonly number[])[]): number[] {
  const [first = [], ...rest] = columns;
  return first.map((value, place) => {
    return rest.reduce((sum, column) => sum + (column[place] ?? 0), value);
  });
}

function textOf(value: string | number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(Number(value));
}

/** A day without its year: there is little room under the axis. */
function shortDay(label: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(label) ? DAY.format(new Date(label)) : label;
}
