// Builds dist/ from src/ when it is stale: compiles, and copies what is no TypeScript.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist', '.built');
const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
const COPIED = /\.(sql|mjs|css|json|html|svg)$/;

/** Builds unless nothing changed since the last build. */
export function build() {
  if (existsSync(stamp) && newest() <= statSync(stamp).mtimeMs) return;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  cpSync(join(root, 'src'), join(root, 'dist'), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || COPIED.test(path),
  });
  writeFileSync(stamp, '');
  const now = new Date();
  utimesSync(stamp, now, now);
}

function newest() {
  return Math.max(...inputs.map((input) => newestIn(join(root, input))));
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
