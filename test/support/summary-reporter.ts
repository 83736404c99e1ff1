import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { SkipReason } from './needs.ts';

/** Number of slowest files to list. */
const SLOWEST = 20;
/** With fewer files than this, no list is printed. */
const MIN_FILES = 5;
const NO_REASON: SkipReason = { why: 'not selected by this run', isDefect: false };

/** Printed last: the slowest files, and how many tests were skipped for which reason. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length >= MIN_FILES) print(slowestFiles(modules));
    const skipped = countReasons(modules);
    print(skippedLines(skipped));
    const defects = [...skipped.values()].filter(({ reason }) => reason.isDefect);
    if (!process.env.CI || defects.length === 0) return;
    print(['These tests must run in CI. Install what they need; .ci/run does so as root.']);
    process.exitCode = 1;
  }
}

function slowestFiles(modules: readonly TestModule[]): string[] {
  const files = modules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    return { path: relative(process.cwd(), module.moduleId), ms: duration + collectDuration };
  });
  const slowest = files.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  const total = files.reduce((sum, { ms }) => sum + ms, 0);
  const lines = slowest.map(({ path, ms }) => `  ${seconds(ms).padStart(6)} s  ${path}`);
  return [`Slowest files, of ${seconds(total)} s in ${files.length}:`, ...lines];
}

interface Skipped {
  readonly reason: SkipReason;
  count: number;
}

function countReasons(modules: readonly TestModule[]): Map<string, Skipped> {
  const counts = new Map<string, Skipped>();
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const reason = reasonOf(test);
      const known = counts.get(reason.why) ?? { reason, count: 0 };
      known.count += 1;
      counts.set(reason.why, known);
    }
  }
  return counts;
}

/** The test's own reason, or that of the enclosing suite. */
function reasonOf(test: TestCase): SkipReason {
  for (let task: TestCase | TestCase['parent'] = test; task.type !== 'module'; task = task.parent) {
    const { skipped } = task.meta();
    if (skipped) return skipped;
  }
  return NO_REASON;
}

function skippedLines(skipped: Map<string, Skipped>): string[] {
  const all = [...skipped.values()].sort((one, other) => other.count - one.count);
  if (all.length === 0) return [];
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const lines = all.map(({ reason, count }) => `  ${String(count).padStart(4)}  ${reason.why}`);
  return [`${total} tests skipped:`, ...lines];
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

function print(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
}
