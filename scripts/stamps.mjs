// Whether a build is current: its stamp is as new as the newest of its inputs.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function isCurrent(stamp, inputs) {
  return existsSync(stamp) && Math.max(...inputs.map(newestIn)) <= statSync(stamp).mtimeMs;
}

/** Stamped with the time of its start: what changed meanwhile is built again. */
export function markBuilt(stamp, startedAt) {
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

/**
 * Runs Node.js as for production, whoever builds: a test run would put React's development build
 * into the pages. Gives the exit code; asynchronous, so that a lock keeps showing signs of life.
 */
export function runNode(args, cwd) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 2, 2] });
  return new Promise((resolve) => child.once('exit', resolve));
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
