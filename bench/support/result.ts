/** When a figure meets its target. */
export interface Target {
  readonly must: 'be at least' | 'be at most' | 'be';
  readonly value: number;
}

/** One measured number: the median of the rounds unless its name says otherwise. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `ms`, `/s`, `MB`; empty for ratios and counts. */
  readonly unit: string;
  readonly target?: Target;
}

/** The same measurement for several cases. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  /** By case; all rows of a result have the same cases. */
  readonly cells: Readonly<Record<string, number>>;
}

/** A bar chart; a bar with several parts is stacked. */
export interface Plot {
  /** Its file below `docs/plots`, without the extension. */
  readonly file: string;
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** Lines across the bars. */
  readonly limits?: readonly PlotPart[];
}

export interface Bar {
  readonly name: string;
  readonly parts: readonly PlotPart[];
}

export interface PlotPart {
  readonly name: string;
  readonly value: number;
}

/** What was compared, how, and with what result. */
export interface Result {
  readonly title: string;
  /** Engine, connections, length of a round, and whatever else the figures depend on. */
  readonly conditions: string;
  readonly rounds: number;
  readonly figures: readonly Figure[];
  readonly rows?: readonly Row[];
  readonly plots?: readonly Plot[];
}

/** The state of the machine before a benchmark. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** Null if no server was configured: embedded engine only. */
  readonly postgres: string | null;
  /** One-minute load average before the first benchmark of the run. */
  readonly load: number;
  /** Cores that other programs kept busy in the second before this benchmark. */
  readonly busyCores: number;
}

/** A benchmark's entry in `bench/results.json`. */
export interface Measurement {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly seconds: number;
  readonly isQuick: boolean;
  readonly machine: Machine;
  readonly results: readonly Result[];
}

export type Measurements = Readonly<Record<string, Measurement>>;

/** A bar with one part. */
export function bar(name: string, value: number): Bar {
  return { name, parts: [{ name: '', value }] };
}

export function isReached({ value, target }: Figure): boolean {
  if (!target) return true;
  if (target.must === 'be at least') return value >= target.value;
  if (target.must === 'be at most') return value <= target.value;
  return value === target.value;
}

/**
 * Above these, the benchmark didn't have the machine to itself. Load lags by a minute, so its limit
 * is higher.
 */
const MAX_LOAD_A_CORE = 0.75;
const MAX_BUSY_CORES = 0.3;

/** Whether other programs used part of the machine. */
function wasUnderLoad({ load, cores, busyCores }: Machine): boolean {
  return load > cores * MAX_LOAD_A_CORE || busyCores > MAX_BUSY_CORES;
}

/** Why the figures shouldn't be quoted; empty if they can be. */
export function warningsOf({ isQuick, machine }: Measurement): string[] {
  const warnings: string[] = [];
  if (wasUnderLoad(machine)) {
    warnings.push('**Other programs used the machine meanwhile: not figures to quote.**');
  }
  if (isQuick) warnings.push('**A quick run, which only shows that it works.**');
  return warnings;
}

/** `1,234 /s`, `12.3 ms`, `0.85`. */
export function formatValue(value: number, unit = ''): string {
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digitsOf(value) });
  return unit ? `${text} ${unit}` : text;
}

function digitsOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 100) return 0;
  if (size >= 10) return 1;
  return size >= 0.1 || size === 0 ? 2 : 3;
}
