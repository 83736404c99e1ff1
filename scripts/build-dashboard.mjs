// Builds dist/dashboard from web/dashboard if it is stale, and compresses it.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { isCurrent, markBuilt, runNode } from './stamps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const output = join(dist, 'dashboard');
const stamp = join(output, '.built');
/**
 * The pages' sources. They import only types from the service, so a change there needs no rebuild.
 */
const inputs = ['web/dashboard', 'package-lock.json'].map((path) => join(root, path));
/** Clients without Brotli get smaller files as they are. */
const MIN_GZIP_BYTES = 4096;
const COMPRESSED = /\.(js|css|svg|json)$/;

/** The caller holds the lock on dist/. */
export async function buildDashboard(signal) {
  if (isCurrent(stamp, inputs)) return;
  const startedAt = new Date();
  const next = join(dist, `dashboard-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const status = await runNode(
    [vite, 'build', join(root, 'web', 'dashboard'), '--outDir', next, '--logLevel', 'warn'],
    root,
    signal,
  );
  if (status !== 0) {
    rmSync(next, { recursive: true, force: true });
    throw new Error('The build of the dashboard failed.');
  }
  await compressAll(join(next, 'assets'));
  markBuilt(join(next, '.built'), startedAt);
  rmSync(output, { recursive: true, force: true });
  renameSync(next, output);
}

export function isDashboardCurrent() {
  return isCurrent(stamp, inputs);
}

async function compressAll(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSED.test(name))
    .map((name) => join(folder, name));
  await Promise.all(paths.map(compress));
}

async function compress(path) {
  const content = readFileSync(path);
  // One level below the maximum: less than half the time for 2 % more bytes.
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 10,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, await promisify(zlib.brotliCompress)(content, { params }));
  if (content.length < MIN_GZIP_BYTES) return;
  writeFileSync(`${path}.gz`, await promisify(zlib.gzip)(content, { level: 9 }));
}
