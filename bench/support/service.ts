import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './bench-database.ts';

const root = join(import.meta.dirname, '../..');
const MAX_START_MS = 60_000;

export interface Service {
  readonly baseUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from process start to its first line `listening on`. */
  readonly startMs: number;
  /** URL of its database on the server; null when embedded. */
  readonly databaseUrl: string | null;
  /** In addition to the settings of every benchmark process. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the built service in its own process, on a new database. */
export async function startService(
  engine: 'postgres' | 'embedded',
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const database = engine === 'postgres' ? await createDatabase() : null;
  const service = await startOn(database?.url ?? null, settings);
  const stop = async () => {
    await service.stop();
    await database?.drop();
  };
  return { ...service, stop };
}

/** Starts the built service on an existing database; on an embedded one of its own if null. */
export function startOn(
  databaseUrl: string | null,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  return launch({
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...settings,
  });
}

/** Another process on the same database; stop it before the first. */
export function startBeside(
  service: Service,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  return launch({ ...service.settings, ...settings });
}

async function launch(settings: Readonly<Record<string, string>>): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-bench-'));
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: 'false',
      RATE_LIMITS: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...settings,
    },
  });
  await untilListening(child);
  const startMs = performance.now() - started;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid as number,
    startMs,
    databaseUrl: settings.DATABASE_URL ?? null,
    settings,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** CPU time a process has used, in microseconds (Linux). */
export function cpuMicroseconds(pid: number): Promise<number> {
  return readCpu(`/proc/${pid}/stat`);
}

/** The part used by the main thread. */
export function mainThreadMicroseconds(pid: number): Promise<number> {
  return readCpu(`/proc/${pid}/task/${pid}/stat`);
}

async function readCpu(file: string): Promise<number> {
  const stat = await readFile(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10_000;
}

/** Resident memory of a process, in megabytes (Linux). */
export function residentMegabytes(pid: number): Promise<number> {
  return readMegabytes(pid, 'VmRSS');
}

/** Peak resident memory since the start, or since `forgetPeak`. */
export function peakMegabytes(pid: number): Promise<number> {
  return readMegabytes(pid, 'VmHWM');
}

export function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function readMegabytes(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The service didn't start in time")),
      MAX_START_MS,
    );
    child.once('exit', (code) => reject(new Error(`The service exited with code ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.includes('listening on')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
