import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './service-process.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  /** Resolves once the text has been printed. */
  until(text: string): Promise<void>;
  /** Standard output so far. */
  printed(): string;
  stop(signal: NodeJS.Signals): Promise<CommandResult>;
  readonly ended: Promise<CommandResult>;
}

export const tillgatePath = join(root, 'bin', 'tillgate.mjs');

/** Starts a program in the folder with only PATH and the given environment. */
export function startCommand(
  folder: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  const [file, ...args] = command;
  const child = spawn(file as string, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    text.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk;
  });
  const ended = new Promise<CommandResult>((resolve) =>
    child.once('close', (code) => resolve({ code, ...text })),
  );
  return {
    ended,
    printed: () => text.stdout,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => text.stdout.includes(wanted) && resolve();
        child.stdout.on('data', look);
        look();
        ended.then(() => reject(new Error(`Ended without "${wanted}":\n${text.stderr}`)));
      }),
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs `tillgate` in the folder until it exits. */
export function runTillgate(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return startCommand(folder, [process.execPath, tillgatePath, ...args], environment).ended;
}
