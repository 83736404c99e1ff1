import type { Run } from './run-query.ts';

/** Number of runs kept until the page is reloaded. */
const KEPT = 30;

let runs: readonly Run[] = [];

/** Earlier runs, latest first. */
export function latestRuns(): readonly Run[] {
  return runs;
}

/** Adds a run and returns all of them. */
export function keepRun(run: Run): readonly Run[] {
  runs = [run, ...runs].slice(0, KEPT);
  return runs;
}
