// Builds dist/ from src/ and web/ when it is stale: compiles, and copies what is no TypeScript.
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import lockfile from 'proper-lockfile';
import { buildDashboard, isDashboardCurrent } from './build-dashboard.mjs';
import { isCurrent, markBuilt, runNode } from './stamps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((path) =>
  join(root, path),
);
const COPIED = /\.(sql|mjs|css|json|html|svg)$/;
/** Folders in dist/ that the dashboard's build owns. */
const DASHBOARD = /^dashboard(-\d+)?$/;
/** Waits up to a minute for another process that builds. */
const RETRIES = { retries: 120, factor: 1, minTimeout: 500, maxTimeout: 500 };

/** Builds what has changed since the last build. Says what is wrong on stderr only. */
export async function build() {
  if (isServiceCurrent() && isDashboardCurrent()) return;
  await locked(() => Promise.all([buildService(), buildDashboard()]));
}

/** The dashboard alone, for tests of its pages over a service that runs from src/. */
export async function buildPages() {
  if (!isDashboardCurrent()) await locked(buildDashboard);
}

async function locked(work) {
  mkdirSync(dist, { recursive: true });
  const unlock = await lockfile.lock(dist, { retries: RETRIES, stale: 10_000 });
  try {
    await work();
  } finally {
    await unlock();
  }
}

async function buildService() {
  if (isServiceCurrent()) return;
  const startedAt = new Date();
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const status = await runNode([tsc, '-p', 'tsconfig.build.json'], root);
  if (status !== 0) throw new Error('The build failed.');
  removeStale();
  cpSync(join(root, 'src'), dist, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || COPIED.test(path),
  });
  markBuilt(stamp, startedAt);
}

/** Removes what comes of no file in src/ any more. */
function removeStale() {
  const sources = new Set(listFiles(join(root, 'src')).map(outputOf));
  for (const path of listFiles(dist)) {
    const source = path.replace(/\.map$/, '');
    if (!path.startsWith('.') && !sources.has(source)) rmSync(join(dist, path));
  }
}

function isServiceCurrent() {
  return isCurrent(stamp, inputs);
}

/** The file in dist/ that comes of a file in src/. */
function outputOf(source) {
  return source.replace(/\.tsx?$/, '.js');
}

function listFiles(folder, base = folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (folder === dist && DASHBOARD.test(entry.name)) return [];
    return entry.isDirectory() ? listFiles(path, base) : [relative(base, path)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch(({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
}
