// `npm run mutation`: mutates the kit and the contract; with `-- database`, billing and delivery,
// whose tests need TEST_DATABASE_URL.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from '../broken-builds/project-copy.ts';
import { readMutation, writeReport } from '../report.ts';
import type { MutatedFile, MutationPart, MutationResults } from './results.ts';

/** The last version of Stryker that runs on Node.js 20; 10 requires 22. */
const STRYKER = '9.6.1';
/** This project's version: Stryker brings the runner, and the tests import it. */
const VITEST = '4.1.12';
const CONFIGS: Readonly<Record<MutationPart, string>> = {
  kit: 'stryker.config.json',
  database: 'stryker.database.config.json',
};

interface Report {
  readonly files: Readonly<
    Record<string, { readonly mutants: readonly { readonly status: string }[] }>
  >;
}

/** Runs Stryker on a copy of the project and saves the counts per file. */
async function main(part: MutationPart): Promise<number> {
  if (part === 'database' && !process.env.TEST_DATABASE_URL) {
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server');
  }
  const copy = copyProject();
  try {
    const startedAt = performance.now();
    const code = await runStryker(copy.folder, CONFIGS[part]);
    if (code !== 0) return code;
    const report = JSON.parse(readFileSync(join(copy.folder, 'mutation.json'), 'utf8')) as Report;
    const results: MutationResults = {
      part,
      ranAt: new Date().toISOString(),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      tool: `Stryker ${STRYKER}`,
      files: Object.entries(report.files).map(([file, { mutants }]) => countFile(file, mutants)),
    };
    const others = readMutation().filter((one) => one.part !== part);
    const all = part === 'kit' ? [results, ...others] : [...others, results];
    const path = join(import.meta.dirname, 'results.json');
    writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
    writeReport();
    return 0;
  } finally {
    copy.remove();
  }
}

function runStryker(folder: string, config: string): Promise<number> {
  const packages = [
    `@stryker-mutator/core@${STRYKER}`,
    `@stryker-mutator/vitest-runner@${STRYKER}`,
    `vitest@${VITEST}`,
  ];
  const file = join('test', 'proof', 'mutation', config);
  const args = ['--yes', ...packages.flatMap((name) => ['-p', name]), 'stryker', 'run', file];
  return new Promise((resolve, reject) => {
    const child = spawn('npx', args, { cwd: folder, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function countFile(file: string, mutants: readonly { readonly status: string }[]): MutatedFile {
  const count = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    file,
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
  };
}

process.exitCode = await main(process.argv[2] === 'database' ? 'database' : 'kit');
