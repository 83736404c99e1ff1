import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catcher } from './broken-build.ts';
import { escapePattern } from './test-names.ts';

/** Milliseconds after which a run is killed: a test that hangs isn't a test that fails. */
const MAX_RUN_MS = 900_000;
const VITEST = join('node_modules', 'vitest', 'vitest.mjs');

/** One test of a run, as Vitest reports it. */
export interface TestResult {
  /** Relative to the folder the tests ran in. */
  readonly file: string;
  /** Including its `describe`s. */
  readonly name: string;
  readonly status: string;
  readonly failures: readonly string[];
}

export interface TestRun {
  readonly tests: readonly TestResult[];
  /** Why files couldn't be run at all. */
  readonly broken: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs the tests in a copy of the project and returns their results. */
export async function runTests(folder: string, catchers: readonly Catcher[]): Promise<TestRun> {
  const files = [...new Set(catchers.map(({ file }) => file))];
  const names = [...new Set(catchers.map(({ name }) => escapePattern(name)))];
  const reportPath = join(folder, 'broken-build-report.json');
  rmSync(reportPath, { force: true });
  const args = ['run', ...files, '-t', names.join('|')];
  const output = await runVitest(folder, [...args, '--reporter=json', '--outputFile', reportPath]);
  const report = readReport(reportPath);
  if (!report) return { tests: [], broken: [output.trim().split('\n').slice(-5).join(' ')] };
  return {
    tests: report.testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
        ...{ file: path.slice(folder.length + 1), name: fullName, status },
        failures: failureMessages,
      })),
    ),
    broken: report.testResults
      .filter(({ status, assertionResults }) => status === 'failed' && !hasFailed(assertionResults))
      .map(({ message }) => message),
  };
}

function hasFailed(results: readonly { readonly status: string }[]): boolean {
  return results.some(({ status }) => status === 'failed');
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** Its output; if the run takes too long, it is killed with all its child processes. */
function runVitest(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without CI nothing is retried, so that intermittent failures aren't hidden.
    const env = { ...process.env, CI: '' };
    const options = { cwd: folder, env, detached: true } as const;
    const child = spawn(process.execPath, [VITEST, ...args], options);
    let output = '';
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-8_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      keep(Buffer.from('\nkilled: it took too long'));
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    }, MAX_RUN_MS);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}
