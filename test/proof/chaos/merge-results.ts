import { groupBy } from './group.ts';
import type { CheckResult, Counts, Result } from './result.ts';

/** Of the faults of one check, how many are quoted. */
const MAX_QUOTED = 10;

/** The checks of several runs as one: cases and faults are summed. */
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

/** What several runs counted, summed by name. */
export function mergeCounts(all: readonly Counts[]): Counts {
  const names = [...new Set(all.flatMap((counts) => Object.keys(counts)))];
  return Object.fromEntries(
    names.map((name) => [name, sumOf(all.map((counts) => counts[name] ?? 0))]),
  );
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
