import type { BrokenBuild, Catcher } from './broken-build.ts';
import type { TestResult, TestRun } from './run-tests.ts';

/**
 * `caught`: every named test failed by an assertion. `survived`: one of them passed. `unbuildable`:
 * the tests couldn't run, or failed for another reason, which proves nothing.
 */
export type Outcome = 'caught' | 'survived' | 'unbuildable';

export interface Judgement {
  readonly outcome: Outcome;
  /** The assertion that failed, or what else went wrong. */
  readonly because: string;
}

/** A Vitest assertion, polled or not, or a property for which fast-check found a counterexample. */
const ASSERTION =
  /^(?:AssertionError|Error: (?:Property failed|Snapshot|expected .* to |promise resolved .* instead of rejecting))/;
const MAX_REASON_LENGTH = 160;

/** The verdict on a broken build from its test run. */
export function judge({ caughtBy }: BrokenBuild, run: TestRun): Judgement {
  const [broken] = run.broken;
  if (broken !== undefined) return { outcome: 'unbuildable', because: shorten(broken) };
  const judged = caughtBy.map((catcher) => judgeOne(catcher, matching(run, catcher)));
  const worst = judged.find(({ outcome }) => outcome === 'survived');
  const other = judged.find(({ outcome }) => outcome === 'unbuildable');
  return worst ?? other ?? (judged[0] as Judgement);
}

function judgeOne({ file, name }: Catcher, tests: readonly TestResult[]): Judgement {
  const failures = tests.flatMap(({ failures: texts }) => texts);
  const assertion = failures.find((text) => ASSERTION.test(text));
  if (assertion) return { outcome: 'caught', because: shorten(assertion) };
  if (failures[0]) return { outcome: 'unbuildable', because: shorten(failures[0]) };
  if (tests.some(({ status }) => status === 'passed')) {
    return { outcome: 'survived', because: `passes: ${file}, ${name}` };
  }
  return { outcome: 'unbuildable', because: `did not run: ${file}, ${name}` };
}

/** The named tests that didn't run or didn't pass; on the intact build all must pass. */
export function findUnsound(catchers: readonly Catcher[], run: TestRun): Catcher[] {
  return catchers.filter((catcher) => {
    const tests = matching(run, catcher).filter(({ status }) => status !== 'skipped');
    return tests.length === 0 || tests.some(({ status }) => status !== 'passed');
  });
}

function matching({ tests }: TestRun, { file, name }: Catcher): readonly TestResult[] {
  return tests.filter((test) => test.file === file && test.name.includes(name));
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH - 1)}…` : line;
}
