import type { Run } from './run-query.ts';

/** Runs that the explorer remembers until the page is reloaded. */
const KEPT = 30;

let runs: readonly Run[] = [];

/** What was run, the latest first. */
export function latestRuns(): readonly Run[] {
  return runs;
}

/** Remembers a run; gives all of them. */
export function keepRun(run: Run): readonly Run[] {
  runs = [run, ...runs].slice(0, KEPT);
  return runs;
}
