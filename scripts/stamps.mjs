// Whether a build is current: its stamp is as new as the newest of its inputs.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function isCurrent(stamp, inputs) {
  return existsSync(stamp) && Math.max(...inputs.map(newestIn)) <= statSync(stamp).mtimeMs;
}

/** Stamped with the time the build started: anything changed since then is built again. */
export function markBuilt(stamp, startedAt) {
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

/**
 * Runs Node.js in production mode regardless of the environment: a test run would otherwise build
 * React's development version into the pages. Returns the exit code; asynchronous, so that a lock
 * is kept fresh. With a signal, the process leads its own process group, which is terminated as a
 * whole when the signal fires: a terminal's Ctrl-C doesn't reach it, and its own children don't
 * outlive it.
 */
export function runNode(args, cwd, signal) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 2, 2],
    detached: !!signal,
  });
  const end = () => process.kill(-child.pid, 'SIGTERM');
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      resolve(code);
    });
  });
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
