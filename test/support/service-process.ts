import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Longest start: the first one creates the embedded database while other tests run. */
const START_MS = 120_000;

/** The built service as an operator runs it: a process with its own working directory. */
export interface ServiceProcess {
  /** The address it listens on; empty for a worker-only process. */
  readonly baseUrl: string;
  readonly pid: number;
  /** The exit code (null: killed). */
  readonly ended: Promise<number | null>;
  /** Everything it has printed, on both streams, since it was last forgotten. */
  output(): string;
  /** Characters of everything it has printed. */
  printed(): number;
  /** Frees the memory of a long run's output. */
  forget(): void;
  /** Sends the signal; returns the exit code once it has exited (null: killed). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Builds what is stale, as every start command does. */
export async function buildService(): Promise<void> {
  const { build } = await import('../../scripts/build.mjs' as string);
  await build();
}

/** Runs the work in an empty folder that is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-service-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the service in the folder, on a free port; resolves once it is listening. */
export async function startService(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  command: readonly [string, ...string[]] = [process.execPath, join(root, 'dist', 'main.js')],
): Promise<ServiceProcess> {
  await buildService();
  return spawnService(folder, settings, command);
}

/** Like `startService`, from the existing build, for any user. */
export async function spawnService(
  folder: string,
  settings: Readonly<Record<string, string>>,
  command: readonly [string, ...string[]],
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<ServiceProcess> {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', DRAIN_MS: '500', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = collectOutput(child);
  const baseUrl = await untilListening(child, output.output, ended);
  return {
    baseUrl,
    pid: child.pid as number,
    ended,
    ...output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

function collectOutput(child: ChildProcess): Pick<ServiceProcess, 'output' | 'printed' | 'forget'> {
  let text = '';
  let forgotten = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  return {
    output: () => text,
    printed: () => forgotten + text.length,
    forget: () => {
      forgotten += text.length;
      text = '';
    },
  };
}

function untilListening(
  child: ChildProcess,
  output: () => string,
  ended: Promise<number | null>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`The service was not listening within ${START_MS} ms:\n${output()}`));
    }, START_MS);
    const look = () => {
      const found = /^(?:listening on (\S+)|working)\n/m.exec(output());
      if (!found) return;
      clearTimeout(timer);
      child.stdout?.off('data', look);
      resolve(found[1] ?? '');
    };
    child.stdout?.on('data', look);
    ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The service exited with ${code}:\n${output()}`));
    });
  });
}
