import { writeReport } from '../report.ts';
import { type BrokenBuild, breakBuild, type Catcher } from './broken-build.ts';
import { BROKEN_BUILDS } from './broken-builds.ts';
import { findUnsound, type Judgement, judge } from './judge.ts';
import { createProgress } from './progress.ts';
import { copyProject } from './project-copy.ts';
import { type BuildResult, keepResult, readResults } from './results.ts';
import { runTests } from './run-tests.ts';

/** Test files per run on the intact build. */
const FILES_AT_ONCE = 8;

/**
 * Breaks the build in one way after another and runs the tests that must fail: `npm run
 * broken-builds -- [part of a fault's name or number of a promise] [--rest] [--trust]
 * [--workers=2]`. `--rest` skips faults that the latest runs caught, `--trust` skips checking that
 * each test passes on the intact build. Exits with 1 if a fault survives or can't be tried.
 */
async function main(args: readonly string[]): Promise<number> {
  if (!process.env.TEST_DATABASE_URL) {
    process.stderr.write(
      'TEST_DATABASE_URL is not set: races only occur on a PostgreSQL server.\n',
    );
    return 2;
  }
  const workers = Number(args.find((arg) => arg.startsWith('--workers='))?.split('=')[1] ?? 2);
  const builds = chooseBuilds(args);
  const unsound = args.includes('--trust') ? [] : await checkSound(builds, workers);
  const results = await tryAll(builds, unsound, workers);
  writeReport();
  summarize(results);
  return results.every(({ outcome }) => outcome === 'caught') ? 0 : 1;
}

function chooseBuilds(args: readonly string[]): readonly BrokenBuild[] {
  const wanted = args.find((arg) => !arg.startsWith('--')) ?? '';
  const caught = readResults().filter(({ outcome }) => outcome === 'caught');
  const done = new Set(args.includes('--rest') ? caught.map(({ fault }) => fault) : []);
  return BROKEN_BUILDS.filter(({ fault, invariants }) =>
    /^\d+$/.test(wanted) ? invariants.includes(Number(wanted)) : fault.includes(wanted),
  ).filter(({ fault }) => !done.has(fault));
}

/** The named tests that don't pass on the intact build; a few files at a time. */
async function checkSound(builds: readonly BrokenBuild[], workers: number): Promise<Catcher[]> {
  process.stdout.write(`Runs the tests of ${builds.length} faults on the intact build …\n`);
  const catchers = builds.flatMap(({ caughtBy }) => caughtBy);
  const files = [...new Set(catchers.map(({ file }) => file))];
  const groups = Array.from({ length: Math.ceil(files.length / FILES_AT_ONCE) }, (_, at) =>
    files.slice(at * FILES_AT_ONCE, (at + 1) * FILES_AT_ONCE),
  );
  const unsound: Catcher[] = [];
  await shareOut(groups, workers, async (folder, group) => {
    const own = catchers.filter(({ file }) => group.includes(file));
    unsound.push(...findUnsound(own, await runTests(folder, own)));
  });
  return unsound;
}

/** Every build in turn, except those whose tests fail anyway. */
async function tryAll(
  builds: readonly BrokenBuild[],
  unsound: readonly Catcher[],
  workers: number,
): Promise<BuildResult[]> {
  const progress = createProgress(builds.length);
  const results: BuildResult[] = [];
  await shareOut(builds, workers, async (folder, build, index) => {
    const startedAt = performance.now();
    const failing = build.caughtBy.find((catcher) => unsound.includes(catcher));
    const judgement = failing ? failsAnyway(failing) : await tryOne(folder, build);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const result = { ...describe(build), ...judgement, seconds, ranAt: new Date().toISOString() };
    results[index] = result;
    // Saved immediately, so that an interrupted run can be continued with `--rest`.
    keepResult(result);
    progress.step(build.fault, judgement);
  });
  return results;
}

function failsAnyway({ file, name }: Catcher): Judgement {
  return { outcome: 'unbuildable', because: `does not pass on the intact build: ${file}, ${name}` };
}

/** Processes the items with the given number of workers, each with its own copy of the project. */
async function shareOut<T>(
  all: readonly T[],
  workers: number,
  work: (folder: string, one: T, index: number) => Promise<void>,
): Promise<void> {
  const left = [...all.entries()];
  const worker = async () => {
    const copy = copyProject();
    try {
      for (let next = left.shift(); next; next = left.shift()) {
        await work(copy.folder, next[1], next[0]);
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

async function tryOne(folder: string, build: BrokenBuild): Promise<Judgement> {
  const restore = breakBuild(folder, build);
  try {
    return judge(build, await runTests(folder, build.caughtBy));
  } finally {
    restore();
  }
}

function describe({ invariants, fault, edits, caughtBy }: BrokenBuild) {
  const brokenFile = [...new Set(edits.map(({ file }) => file))].join(', ');
  return { invariants: invariants.join(', '), fault, brokenFile, tests: caughtBy };
}

function summarize(results: readonly BuildResult[]): void {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  for (const { outcome, fault, because } of results) {
    if (outcome === 'caught') continue;
    process.stdout.write(`${outcome.toUpperCase()}: ${fault}\n    ${because}\n`);
  }
  process.stdout.write(
    `${results.length} broken builds: ${count('caught')} caught, ` +
      `${count('survived')} survived, ${count('unbuildable')} could not build.\n`,
  );
}

process.exitCode = await main(process.argv.slice(2));
