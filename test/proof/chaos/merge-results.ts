import { groupBy } from './group.ts';
import type { CheckResult, Counts, Result } from './result.ts';

/** Maximum number of findings quoted per check. */
const MAX_QUOTED = 10;

/** Merges the checks of several runs: cases and findings are summed. */
export function mergeChecks(results: readonly Result[]): CheckResult[] {
  const groups = groupBy(
    results.flatMap(({ checks }) => checks),
    ({ promise }) => promise,
  );
  return [...groups.values()].map((same) => ({
    ...(same[0] as CheckResult),
    cases: sumOf(same.map(({ cases }) => cases)),
    faultCount: sumOf(same.map(({ faultCount }) => faultCount)),
    faults: same.flatMap(({ faults }) => faults).slice(0, MAX_QUOTED),
  }));
}

/** Sums the counters of several runs by name. */
export function mergeCounts(all: readonly Counts[]): Counts {
  const names = [...new Set(all.flatMap((counts) => Object.keys(counts)))];
  return Object.fromEntries(
    names.map((name) => [name, sumOf(all.map((counts) => counts[name] ?? 0))]),
  );
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
