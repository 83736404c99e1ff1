/** The middle of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Prints a table of name and figure. */
export function printTable(title: string, rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, figure]) => `  ${name.padEnd(width)}  ${figure}`);
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}

/** A ratio beside the figure at which it counts as reached. */
export function judged(ratio: number, target: string, reached: boolean): string {
  return `${ratio.toFixed(2)} (target ${target}: ${reached ? 'reached' : 'NOT reached'})`;
}
