import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { promisify } from 'node:util';
import { asNobody } from './server-programs.ts';

/** A program run as an unprivileged user; its output goes to a file. */
export interface Unprivileged {
  readonly pid: number;
  isRunning(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and waits for the process to exit. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export function startUnprivileged(
  command: readonly string[],
  logFile: string,
  env: NodeJS.ProcessEnv,
): Unprivileged {
  const [file = '', ...args] = command;
  const log = openSync(logFile, 'a');
  const child = spawn(file, args, {
    ...(file === 'ip' ? {} : asNobody),
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    cwd: '/',
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {});
  const isRunning = () => isAlive(child);
  return {
    pid: child.pid ?? 0,
    isRunning,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      if (!isRunning()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Runs a program as an unprivileged user; returns its output. */
export async function runToEnd(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const [file = '', ...args] = command;
  const { stdout } = await promisify(execFile)(file, args, {
    ...asNobody,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    cwd: '/',
  });
  return stdout;
}
