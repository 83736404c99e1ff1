import type { CheckResult, Counts, Result } from './result.ts';

/** A summary for the terminal: each check, and what broke. */
export function summaryOf(result: Result): string {
  const lines = result.checks.map(lineOf);
  const takeovers = (result.failover?.takeovers ?? []).map(
    ({ kind, promotedMs, writtenMs, wholeMs }) =>
      `        ${kind}: promoted after ${promotedMs} ms, written ${writtenMs} ms later, whole ${wholeMs} ms after its return`,
  );
  return [`\n${headOf(result)}`, ...takeovers, ...lines].join('\n');
}

export function headOf({ stormSeconds, kills, faults, requestsPerSecond }: Result): string {
  return `${stormSeconds} s, ${kills} kills, ${totalOf(faults)} faults, ${requestsPerSecond} requests a second`;
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((total, number) => total + number, 0);
}

export type Verdict = 'held' | 'BROKEN' | 'not met';

/** A check without cases proves nothing. */
export function verdictOf({ cases, faultCount }: CheckResult): Verdict {
  if (faultCount > 0) return 'BROKEN';
  return cases > 0 ? 'held' : 'not met';
}

function lineOf(check: CheckResult): string {
  const { invariant, promise, cases, faults } = check;
  const shown = faults.map((fault) => `\n         ${fault}`).join('');
  return `${verdictOf(check).padEnd(7)} ${String(invariant).padStart(2)} ${promise} (${cases})${shown}`;
}

/** Such as `50 of 53 checks held, 3 met no case`. */
export function sumUp(checks: readonly CheckResult[]): string {
  const count = (verdict: Verdict) => checks.filter((one) => verdictOf(one) === verdict).length;
  const broken = count('BROKEN') > 0 ? `, ${count('BROKEN')} are broken` : '';
  const unmet = count('not met') > 0 ? `, ${count('not met')} met no case` : '';
  return `${count('held')} of ${checks.length} checks held${broken}${unmet}`;
}
