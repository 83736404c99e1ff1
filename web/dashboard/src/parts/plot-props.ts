export interface Series {
  readonly name: string;
  readonly label: string;
  /** Such as `red.6`; by default the series' own. */
  readonly color?: string;
  /** Drawn faintly, for comparison: the same points of a time before. */
  readonly isBefore?: boolean;
}

export interface PlotProps {
  /** What it shows, such as “Revenue by day in USD”. */
  readonly title: string;
  readonly kind: 'line' | 'area' | 'bar';
  /** One row a point: the label under `x`, a number under each series' name. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly x: string;
  readonly series: readonly Series[];
  /** The last point's time isn't over yet. */
  readonly isUnfinished?: boolean;
  /** How values are written, and shortly at the axis. */
  readonly format?: (value: number) => string;
  readonly formatShort?: (value: number) => string;
  /** Pixels. */
  readonly height?: number;
}
