// Builds dist/ from src/ when it is stale: compiles, and copies what is no TypeScript.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import lockfile from 'proper-lockfile';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
const COPIED = /\.(sql|mjs|css|json|html|svg)$/;
/** Waits up to a minute for another process that builds. */
const RETRIES = { retries: 120, factor: 1, minTimeout: 500, maxTimeout: 500 };

/** Builds unless nothing changed since the last build. Says what is wrong on stderr only. */
export async function build() {
  if (isCurrent()) return;
  mkdirSync(dist, { recursive: true });
  const unlock = await lockfile.lock(dist, { retries: RETRIES, stale: 10_000 });
  try {
    if (!isCurrent()) await compile();
  } finally {
    await unlock();
  }
}

async function compile() {
  const startedAt = new Date();
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const status = await run([tsc, '-p', 'tsconfig.build.json']);
  if (status !== 0) throw new Error('The build failed.');
  const sources = new Set(listFiles(join(root, 'src')).map(outputOf));
  for (const path of listFiles(dist)) {
    const source = path.replace(/\.map$/, '');
    if (!path.startsWith('.') && !sources.has(source)) rmSync(join(dist, path));
  }
  cpSync(join(root, 'src'), dist, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || COPIED.test(path),
  });
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

/** Asynchronous, so that the lock keeps showing signs of life meanwhile. */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  return new Promise((resolve) => child.once('exit', resolve));
}

function isCurrent() {
  return existsSync(stamp) && newest() <= statSync(stamp).mtimeMs;
}

/** The file in dist/ that comes of a file in src/. */
function outputOf(source) {
  return source.replace(/\.tsx?$/, '.js');
}

function newest() {
  return Math.max(...inputs.map((input) => newestIn(join(root, input))));
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function listFiles(folder, base = folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path, base) : [relative(base, path)];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch(({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
}
