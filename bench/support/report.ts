import { appendFileSync } from 'node:fs';
import { isOnCluster } from './bench-server.ts';
import { type Figure, formatValue, isReached, type Result, type Row } from './result.ts';

/** Significant digits kept in the results file. */
const KEPT_DIGITS = 5;

/** The median of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Prints a result, and appends it for `npm run bench` as a line to the file BENCH_RESULT. */
export function report(result: Result): void {
  const { figures, rows = [] } = result;
  const width = Math.max(...[...figures, ...rows].map(({ name }) => name.length));
  const lines = [
    ...figures.map((figure) => `  ${figure.name.padEnd(width)}  ${judged(figure)}`),
    ...rows.map((row) => `  ${row.name.padEnd(width)}  ${cellsOf(row)}`),
  ];
  const conditions = isOnCluster ? `${result.conditions}; on a cluster` : result.conditions;
  process.stdout.write(`${result.title} (${conditions})\n${lines.join('\n')}\n\n`);
  const file = process.env.BENCH_RESULT;
  if (file) appendFileSync(file, `${JSON.stringify(result, shortened)}\n`);
}

function judged(figure: Figure): string {
  const text = formatValue(figure.value, figure.unit);
  if (!figure.target) return text;
  const { must, value } = figure.target;
  return `${text} (must ${must} ${value}: ${isReached(figure) ? 'reached' : 'NOT reached'})`;
}

function cellsOf({ cells, unit }: Row): string {
  const all = Object.entries(cells);
  return all.map(([name, value]) => `${name} ${formatValue(value, unit)}`).join(', ');
}

function shortened(_name: string, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) throw new Error('A benchmark figure is not a number');
  return Number(value.toPrecision(KEPT_DIGITS));
}
