// Builds dist/docs, the documentation served at /docs, if it is stale.
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCurrent, markBuilt, runNode } from './stamps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const output = join(dist, 'docs');
const stamp = join(output, '.built');
/** Inputs: it is derived from the service's own tables of actions, events and queries. */
const inputs = ['web/docs', 'docs', 'src', 'CHANGELOG.md', 'package-lock.json'].map((path) =>
  join(root, path),
);

/** The caller holds the lock on dist/. */
export async function buildDocs(signal) {
  if (isDocsCurrent()) return;
  const startedAt = new Date();
  const next = join(dist, `docs-${process.pid}`);
  const script = join(root, 'web', 'docs', 'build.ts');
  const status = await runNode(['--import', 'tsx', script, next], root, signal);
  if (status !== 0) {
    rmSync(next, { recursive: true, force: true });
    throw new Error('The build of the documentation failed.');
  }
  markBuilt(join(next, '.built'), startedAt);
  rmSync(output, { recursive: true, force: true });
  renameSync(next, output);
}

export function isDocsCurrent() {
  return isCurrent(stamp, inputs);
}
