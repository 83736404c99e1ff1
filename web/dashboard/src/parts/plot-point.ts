import { shortDay } from './plot-options.ts';
import type { PlotProps } from './plot-props.ts';

/** What a point of a plot says. */
export interface PlotPoint {
  /** Its day or period. */
  readonly label: string;
  readonly values: readonly { readonly label: string; readonly value: string }[];
}

/** The point at that index of the rows; null if there is none. */
export function plotPoint(
  { rows, x, series, format = String, isUnfinished }: PlotProps,
  place: number,
): PlotPoint | null {
  const row = rows[place];
  if (!row) return null;
  const isInProgress = isUnfinished && place === rows.length - 1;
  return {
    label: `${shortDay(String(row[x]))}${isInProgress ? ' (in progress)' : ''}`,
    values: series.map(({ name, label }) => ({ label, value: format(Number(row[name])) })),
  };
}

/** The point as a line of text, for screen readers. */
export function pointText({ label, values }: PlotPoint): string {
  return `${label}: ${values.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
}
