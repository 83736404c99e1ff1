export interface Series {
  readonly name: string;
  readonly label: string;
  /** A color such as `red.6`; the default depends on the series' index. */
  readonly color?: string;
  /** Drawn faintly for comparison: the same points of the previous range. */
  readonly isBefore?: boolean;
}

export interface PlotProps {
  /** What it shows, such as “Revenue by day in USD”. */
  readonly title: string;
  readonly kind: 'line' | 'area' | 'bar';
  /** One row per point: its label under the key `x`, a number under each series' name. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly x: string;
  readonly series: readonly Series[];
  /** Whether the last point's period is still in progress. */
  readonly isUnfinished?: boolean;
  /** Formats values; `formatShort` is for the axis. */
  readonly format?: (value: number) => string;
  readonly formatShort?: (value: number) => string;
  /** In pixels. */
  readonly height?: number;
}
