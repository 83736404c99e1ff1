import UPlot, { type AlignedData, type Series as DrawnSeries, type Options } from 'uplot';
import type { PlotProps, Series } from './plot-props.ts';

/** Maximum points drawn as dots; more would merge into a line. */
const MAX_DOTS = 15;
/** Minimum pixels between an axis's labels, and the width of one character. */
const SPACE = { x: 60, y: 36 };
const CHARACTER = 7;
const FONT = '12px system-ui, sans-serif';
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** A bar's share of the space per point, and its maximum width in pixels. */
const BAR_SIZE: [number, number] = [0.7, 48];
/** Pixels of a dash and of the gap after it. */
const DASH = [4, 4];
/** Alpha values appended to a hex color: 20% and 40% opacity. */
const FAINT = '33';
const FAINTER_BAR = '66';
/** Integer steps of an axis: 1, 2, 5, 10, 20, 50 and so on. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, zeros) =>
  [1, 2, 5].map((step) => step * 10 ** zeros),
).flat();

export interface PlotColors {
  readonly series: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly ground: string;
}

/** A series as drawn: its completed periods, or, if `isOpen`, the one in progress. */
interface Part {
  readonly series: Series;
  readonly place: number;
  readonly isOpen: boolean;
}

function partsOf({ series, isUnfinished }: PlotProps): readonly Part[] {
  const whole = series.map((one, place) => ({ series: one, place, isOpen: false }));
  if (!isUnfinished) return whole;
  return [...whole, ...whole.filter((part) => !part.series.isBefore).map(opened)];
}

const opened = (part: Part): Part => ({ ...part, isOpen: true });

/** Values as columns, by index; bars of several series are stacked, the last at the bottom. */
export function plotData(props: PlotProps): AlignedData {
  const { kind, rows, series, isUnfinished } = props;
  const columns = series.map(({ name }) => rows.map((row) => Number(row[name])));
  const drawn = kind === 'bar' ? columns.map((_, first) => sums(columns.slice(first))) : columns;
  const last = rows.length - 1;
  // The open part of a line starts where the completed one ends.
  const from = kind === 'bar' ? last : last - 1;
  const parts = partsOf(props).map(({ series: { isBefore }, place, isOpen }) => {
    const values = drawn[place] as number[];
    if (!isUnfinished || isBefore) return values;
    return values.map((value, at) => ((isOpen ? at >= from : at < last) ? value : null));
  });
  return [rows.map((_row, place) => place), ...parts] as AlignedData;
}

/** uPlot's options, except for the size. */
export function plotOptions(
  props: PlotProps,
  colors: PlotColors,
): Omit<Options, 'width' | 'height'> {
  const { kind, rows, x, series, format = String, formatShort = format } = props;
  const last = rows.length - 1;
  const label = (place: number) => shortDay(String(rows[place]?.[x] ?? ''));
  // Integer values have no fractional ticks on the axis.
  const areWhole = rows.every((row) => series.every(({ name }) => Number.isInteger(row[name])));
  const axis = { stroke: colors.text, font: FONT, ticks: { show: false } };
  // Half of the last label extends beyond the last point.
  const right = Math.max(16, (CHARACTER * label(last).length) / 2);
  return {
    padding: [12, right, null, null],
    legend: { show: false },
    cursor: {
      drag: { x: false, y: false },
      y: false,
      points: {
        show: kind !== 'bar',
        size: 9,
        fill: (_plot, index) => strokeOf(index, props, colors),
      },
    },
    scales: {
      x: { time: false, range: () => (kind === 'bar' ? [-0.5, last + 0.5] : [0, last || 1]) },
      y: {
        range: (_plot, least, most) => [
          Math.min(0, least * 1.05),
          most > 0 ? most * 1.05 : least < 0 ? 0 : 1,
        ],
      },
    },
    axes: [
      {
        ...axis,
        space: SPACE.x,
        size: 32,
        gap: 9,
        incrs: WHOLE_STEPS,
        grid: { show: false },
        values: (_plot, places) => places.map(label),
      },
      {
        ...axis,
        space: SPACE.y,
        ...(areWhole ? { incrs: WHOLE_STEPS } : {}),
        grid: { stroke: colors.grid, width: 1 },
        values: (_plot, values) => values.map((value) => formatShort(value)),
        size: (_plot, texts) =>
          20 + CHARACTER * Math.max(0, ...(texts ?? []).map(({ length }) => length)),
      },
    ],
    series: [{}, ...partsOf(props).map((part) => shapeOf(part, props, colors))],
  };
}

function strokeOf(index: number, props: PlotProps, colors: PlotColors): string {
  const part = partsOf(props)[index - 1];
  return (part && !part.series.isBefore && colors.series[part.place]) || colors.text;
}

function shapeOf(
  { series: { isBefore }, place, isOpen }: Part,
  { kind, rows }: PlotProps,
  colors: PlotColors,
): DrawnSeries {
  const color = (isBefore ? null : colors.series[place]) ?? colors.text;
  if (kind === 'bar') {
    return {
      fill: isOpen ? `${color}${FAINTER_BAR}` : color,
      width: 0,
      points: { show: false },
      ...pathsOf(UPlot.paths.bars?.({ size: BAR_SIZE })),
    };
  }
  return {
    stroke: color,
    width: isBefore ? 1.5 : 2,
    points: { show: !isBefore && rows.length <= MAX_DOTS, size: 7, fill: colors.ground },
    ...(isOpen || isBefore ? { dash: DASH } : {}),
    ...(kind === 'area' && !isBefore && !isOpen ? { fill: `${color}${FAINT}` } : {}),
    // Straight lines, because a curve would overshoot at periods without sales.
    ...pathsOf(UPlot.paths.linear?.()),
  };
}

const pathsOf = (paths: DrawnSeries.PathBuilder | undefined) => (paths ? { paths } : {});

function sums(columns: readonly (readonly number[])[]): number[] {
  const [first = [], ...rest] = columns;
  return first.map((value, place) => {
    return rest.reduce((sum, column) => sum + (column[place] ?? 0), value);
  });
}

/** A day without its year, because there is little space below the axis. */
export function shortDay(label: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(label) ? DAY.format(new Date(label)) : label;
}
