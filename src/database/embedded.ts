import { mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Database, openDatabase } from './database.ts';
import { lockFolder } from './folder-lock.ts';

/** Bytes that must be free under the data folder: the engine hangs on a full disk. */
const LEAST_FREE_BYTES = 200 * 1024 * 1024;

export interface EmbeddedOptions {
  /** Folder of the data; null keeps everything in memory (tests). */
  readonly dataDir: string | null;
  readonly dumpPath?: string;
  readonly timeoutMs: number;
}

/**
 * PostgreSQL as WebAssembly in a worker thread, reached through a Unix socket by the same driver.
 * Throws when another process holds the folder or when too little disk space is left.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const unlock = options.dataDir === null ? async () => {} : await claimFolder(options.dataDir);
  const socketFolder = await mkdtemp(join(tmpdir(), 'tillgate-'));
  // pg takes a folder as host and derives the socket's name from the port.
  const socketPath = join(socketFolder, '.s.PGSQL.5432');
  const dataDir = options.dataDir === null ? null : join(options.dataDir, 'postgres');
  try {
    const engine = await compiledEngine();
    const dumpPath = options.dumpPath ?? null;
    const stop = await startThread({ dataDir, socketPath, dumpPath, engine });
    return openDatabase({
      engine: 'embedded',
      connection: { host: socketFolder, port: 5432, user: 'postgres', database: 'postgres' },
      poolSize: 1,
      timeoutMs: options.timeoutMs,
      onClose: async () => {
        await stop();
        await rm(socketFolder, { recursive: true, force: true });
        await unlock();
      },
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function claimFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await refuseFullDisk(dataDir);
  return lockFolder(dataDir);
}

/** Throws when fewer than the needed bytes are free under the folder. */
export async function refuseFullDisk(folder: string, leastBytes = LEAST_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= leastBytes) return;
  const megabytes = Math.ceil(leastBytes / 1024 / 1024);
  throw new Error(
    `Less than ${megabytes} MB are free under ${folder}. Free some space and start again.`,
  );
}

/** What the thread is told: where data lives, where to listen, what to start from. */
export interface EmbeddedThreadOptions {
  readonly dataDir: string | null;
  readonly socketPath: string;
  /** A dump to start from instead of an empty database. */
  readonly dumpPath: string | null;
  readonly engine: WebAssembly.Module;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The engine's code: every database of a process shares it, and what was made fast while it ran. */
function compiledEngine(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  compiled ??= readFile(join(folder, 'pglite.wasm')).then((code) => WebAssembly.compile(code));
  return compiled;
}

function startThread(options: EmbeddedThreadOptions): Promise<() => Promise<void>> {
  const thread = new Worker(new URL('./embedded-thread.mjs', import.meta.url), {
    workerData: options,
  });
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', () => resolve(() => stopThread(thread)));
  });
}

function stopThread(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('exit', () => resolve());
    thread.once('message', () => void thread.terminate());
    thread.postMessage('stop');
  });
}
