import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAST_INVARIANT } from './broken-builds/broken-build.ts';
import { BROKEN_BUILDS } from './broken-builds/broken-builds.ts';
import { type BuildResult, readResults } from './broken-builds/results.ts';
import type { MutationResults } from './mutation/results.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Writes `docs/proof-of-tests.md` from the results of the latest runs. */
export function writeReport(): void {
  const parts = [HEAD, describeBuilds(readResults()), describeMutation(readMutation())];
  writeFileSync(
    join(PROJECT, 'docs', 'proof-of-tests.md'),
    parts.join('\n\n').trimEnd().concat('\n'),
  );
}

const HEAD = `# Proof that the tests can fail

Written by \`npm run broken-builds\` and \`npm run mutation\`; do not edit.

A test that cannot fail proves nothing. So the build is broken on purpose, in the ways in which
somebody might break it, and the tests that hold the promise have to fail by an assertion. A build
that does not compile, or a test that ends by anything else, does not count.`;

function describeBuilds(builds: readonly BuildResult[]): string {
  const caught = builds.filter(({ outcome }) => outcome === 'caught').length;
  const seconds = builds.reduce((sum, one) => sum + one.seconds, 0);
  const days = [...new Set(builds.map(({ ranAt }) => ranAt.slice(0, 10)))].sort();
  return `## Broken builds

Of ${BROKEN_BUILDS.length} broken builds ${builds.length} have been tried, and ${caught} are caught. Last tried
on ${days.at(-1)}, in ${seconds} seconds of test runs on a PostgreSQL server. The numbers are those of the
promises that the service makes, 1 to ${LAST_INVARIANT}.

To repeat: \`TEST_DATABASE_URL=postgres://… npm run broken-builds\`; behind \`--\` a number or a part
of a fault's name tries those alone, and \`--rest\` what has not been caught yet. The faults are data in
[test/proof/broken-builds/faults](../test/proof/broken-builds/faults); a test says when one no longer
fits the code. The sources are copied to a temporary folder, broken there one fault at a time, and the
named tests run on a database of their own; first they have to pass unbroken.

| Promise | The fault | Broken in | Caught by |
|---|---|---|---|
${builds.map(buildRow).join('\n')}`;
}

function buildRow({ invariants, fault, brokenFile, tests, outcome }: BuildResult): string {
  const files = brokenFile.split(', ').map(codeOf).join(', ');
  const named = tests.map(({ file, name }) => `${codeOf(file)}: ${escapeCell(name)}`).join('<br>');
  const caught = outcome === 'caught' ? named : `**${outcome}** (${named})`;
  return `| ${invariants} | ${escapeCell(fault)} | ${files} | ${caught} |`;
}

/** The latest run of each part. */
export function readMutation(): readonly MutationResults[] {
  const path = join(import.meta.dirname, 'mutation', 'results.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

function describeMutation(parts: readonly MutationResults[]): string {
  const survivors = readFileSync(join(import.meta.dirname, 'mutation', 'survivors.md'), 'utf8');
  const tools = [...new Set(parts.map(({ tool }) => tool))].join(', ');
  return `## Mutation testing

${tools} changes one operator, condition or constant after another; every change that no test notices
is a survivor. The score is the share that was noticed.

To repeat: \`npm run mutation\`, and \`TEST_DATABASE_URL=postgres://… npm run mutation -- database\`.
Neither needs a package of this project: \`npx\` fetches ${tools}, pinned.

${parts.map(describePart).join('\n\n')}

${survivors.trim()}`;
}

const PARTS: Readonly<Record<MutationResults['part'], string>> = {
  kit: 'Kit and contract, with the tests that need no database',
  database: 'Billing and delivery, with their tests on PostgreSQL',
};

function describePart({ part, ranAt, seconds, files }: MutationResults): string {
  const rows = files.map(
    (file) =>
      `| ${codeOf(file.file)} | ${file.killed} | ${file.survived} | ${file.uncovered} | ${scoreOf([file])} |`,
  );
  const changes = files.reduce((sum, file) => sum + totalOf(file), 0);
  return `### ${PARTS[part]}

Run on ${ranAt.slice(0, 10)} in ${seconds} seconds: ${scoreOf(files)} of ${changes} changes.

| File | Noticed | Survived | Not reached | Score |
|---|---|---|---|---|
${rows.join('\n')}`;
}

type Counts = Pick<MutationResults['files'][number], 'killed' | 'survived' | 'uncovered'>;

function totalOf({ killed, survived, uncovered }: Counts): number {
  return killed + survived + uncovered;
}

function scoreOf(files: readonly Counts[]): string {
  const killed = files.reduce((sum, file) => sum + file.killed, 0);
  const total = files.reduce((sum, file) => sum + totalOf(file), 0);
  return `${((100 * killed) / Math.max(total, 1)).toFixed(1)} %`;
}

function codeOf(text: string): string {
  return `\`${text}\``;
}

function escapeCell(text: string): string {
  return text.trim().replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
}
