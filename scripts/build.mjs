// Builds dist/ from src/ and web/ if it is stale: compiles TypeScript and copies everything else.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import lockfile from 'proper-lockfile';
import { buildDashboard, isDashboardCurrent } from './build-dashboard.mjs';
import { buildDocs, isDocsCurrent } from './build-docs.mjs';
import { isCurrent, markBuilt, runNode } from './stamps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((path) =>
  join(root, path),
);
/** Development dependencies required by a build. */
const TOOLS = ['typescript', 'tsx', 'vite', '@vitejs/plugin-react', 'react', 'minisearch'];
const COPIED = /\.(sql|mjs|css|json|html|svg)$/;
/** Folders in dist/ that other builds produce. */
const OTHERS = /^((dashboard|docs)(-\d+)?|prepared)$/;
/** Folders that a killed build leaves. */
const UNFINISHED = /^(dashboard|docs)-\d+$/;
/** Waits up to a minute for another process's build. */
const RETRIES = { retries: 120, factor: 1, minTimeout: 500, maxTimeout: 500 };

/**
 * Builds what has changed since the last build and announces it first. The signal aborts the build.
 */
export async function build(tell = (_line) => {}, signal = undefined) {
  if (isServiceCurrent() && isDashboardCurrent() && isDocsCurrent()) return;
  refuseWithoutTools();
  tell(
    'Building the service, its dashboard and its docs; this takes up to a minute after a change',
  );
  const works = () => [buildService(signal), buildPagesAndDocs(signal)];
  await locked(() => all(works()), signal);
}

/** Builds only the dashboard, for tests of its pages with a service that runs from src/. */
export async function buildPages() {
  if (!isDashboardCurrent()) await locked(() => buildDashboard());
}

/** Builds only the documentation, for its tests. */
export async function buildDocsPages() {
  if (!isDocsCurrent()) await locked(() => buildDocs());
}

/** One after the other, while the service is built: many machines have two cores. */
async function buildPagesAndDocs(signal) {
  await buildDashboard(signal);
  await buildDocs(signal);
}

/** Waits for all of them, so that none continues without the lock. */
async function all(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

async function locked(work, signal) {
  mkdirSync(dist, { recursive: true });
  const lock = lockfile.lock(dist, { retries: RETRIES, stale: 10_000 });
  const unlock = await Promise.race([lock, untilAborted(signal)]);
  try {
    signal?.throwIfAborted();
    removeUnfinished();
    await work();
  } finally {
    await unlock();
  }
}

function removeUnfinished() {
  for (const name of readdirSync(dist)) {
    if (UNFINISHED.test(name)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

function untilAborted(signal) {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** `npm ci --omit=dev` installs what a build needs to run, but not what creates one. */
function refuseWithoutTools() {
  const missing = TOOLS.filter((name) => !existsSync(join(root, 'node_modules', name)));
  if (missing.length === 0) return;
  throw new Error(
    `Nothing is built yet, and the build tools aren't installed: ${missing.join(', ')}.\n` +
      'Run npm ci without --omit=dev, then npm start again. Once built, npm prune --omit=dev removes it.',
  );
}

async function buildService(signal) {
  if (isServiceCurrent()) return;
  const startedAt = new Date();
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const status = await runNode([tsc, '-p', 'tsconfig.build.json'], root, signal);
  if (status !== 0) throw new Error('The build failed.');
  removeStale();
  cpSync(join(root, 'src'), dist, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || COPIED.test(path),
  });
  const prepared = await runNode([join(root, 'scripts', 'prepare-database.mjs')], root, signal);
  if (prepared !== 0)
    throw new Error("The prepared database for first starts couldn't be created.");
  markBuilt(stamp, startedAt);
}

/** Removes outputs whose source in src/ no longer exists. */
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

/** The file in dist/ compiled from a file in src/. */
function outputOf(source) {
  return source.replace(/\.tsx?$/, '.js');
}

function listFiles(folder, base = folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (folder === dist && OTHERS.test(entry.name)) return [];
    return entry.isDirectory() ? listFiles(path, base) : [relative(base, path)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch(({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
}
