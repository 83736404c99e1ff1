import type { Examined } from './examine.ts';

/** The doctor's report: a line for each check, and for findings the faults and advice. */
export function reportOf(examined: readonly Examined[]): string {
  const findings = examined.filter(({ count }) => count > 0).length;
  const summary =
    findings === 0
      ? `${examined.length} checks, all is well.`
      : `${examined.length} checks, ${findings} with findings.`;
  return `${[...examined.map(linesOf), summary].join('\n')}\n`;
}

function linesOf({ check, count, faults }: Examined): string {
  if (count === 0) return `ok     ${check.promise}`;
  const shown = faults.map(({ subject, fault }) => `         ${subject} ${fault}`);
  const more = count - faults.length;
  return [
    `BROKEN ${check.promise}: ${count} ${count === 1 ? 'fault' : 'faults'}`,
    ...shown,
    ...(more > 0 ? [`         and ${more} more`] : []),
    `       What to do: ${check.advice}`,
  ].join('\n');
}
