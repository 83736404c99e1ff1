import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Database, openDatabase } from './database.ts';
import { endProcess } from './end-process.ts';
import type { ConnectionPoolOptions } from './pool.ts';

/** Names the socket; nothing listens on a port. */
const PORT = 5_432;

/** A running engine; databases are opened on it one after the other. */
export interface EmbeddedEngine {
  /** Folder of its socket. */
  readonly host: string;
  stop(): Promise<void>;
}

interface OpeningOptions {
  readonly timeoutMs: number;
  readonly fault?: ConnectionPoolOptions['fault'];
  readonly onClose: () => Promise<void>;
}

/** The engine's one connection, as a database. */
export function openOnEngine(engine: EmbeddedEngine, options: OpeningOptions): Database {
  const { timeoutMs, fault, onClose } = options;
  return openDatabase({
    engine: 'embedded',
    connection: { ...addressOf(engine), ...(fault && { fault }) },
    listenOn: null,
    poolSize: 1,
    timeoutMs,
    onClose,
  });
}

/**
 * Where the driver finds the engine: given a folder as the host, it derives the socket's name.
 * Without `ssl`, it would obey PGSSLMODE.
 */
export function addressOf({ host }: EmbeddedEngine) {
  return { host, port: PORT, user: 'postgres', database: 'postgres', ssl: false };
}

/** `dataDir`: null keeps everything in memory. The folder of the socket is made in `folder`. */
export async function startEngine(
  options: Omit<EmbeddedThreadOptions, 'socketPath' | 'engine'>,
  folder = tmpdir(),
): Promise<EmbeddedEngine> {
  const host = await mkdtemp(join(folder, 'tillgate-'));
  const socketPath = join(host, `.s.PGSQL.${PORT}`);
  const data = { ...options, socketPath, engine: await compiledEngine() };
  const stop = await startThread(THREAD, data);
  return {
    host,
    stop: async () => {
      await stop();
      await rm(host, { recursive: true, force: true });
    },
  };
}

/** Options of the thread: where the data is, where to listen, what to start from. */
export interface EmbeddedThreadOptions {
  readonly dataDir: string | null;
  readonly socketPath: string;
  /** A dump to start from instead of an empty database. */
  readonly dumpPath: string | null;
  readonly engine: WebAssembly.Module;
  readonly isDurable: boolean;
}

/**
 * How much a function must run before V8 optimizes it: ten times the default, because code that
 * runs only at startup isn't worth the time and memory.
 */
const TIERING_BUDGET = 18_000_000;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled engine, shared with its optimized code by all databases of a process. */
export function compiledEngine(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  compiled ??= readFile(join(folder, 'pglite.wasm')).then((code) => WebAssembly.compile(code));
  return compiled;
}

const THREAD = new URL('./embedded-thread.mjs', import.meta.url);

/** Starts a thread that says when it is ready. If it ends before it is stopped, so does the process. */
export function startThread(file: URL, data: unknown): Promise<() => Promise<void>> {
  const thread = new Worker(file, { workerData: data });
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', () => {
      let cause: Error | undefined;
      const end = (code: number) =>
        endProcess(`The embedded database has ended (${cause?.message ?? `code ${code}`})`);
      thread.on('error', (error) => {
        cause = error;
      });
      thread.once('exit', end);
      resolve(() => stopThread(thread.off('exit', end)));
    });
  });
}

function stopThread(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    thread.once('exit', () => resolve());
    thread.once('message', () => void thread.terminate());
    thread.postMessage('stop');
  });
}
