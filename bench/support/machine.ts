import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Machine } from './result.ts';

const GIGABYTE = 1024 ** 3;
const LOOK_MS = 1_000;
/** Linux counts CPU time in ticks of ten milliseconds. */
const TICK_US = 10_000;

/** The machine's current state; `load` is the load average that the caller read before the run. */
export async function readMachine(load: number, databaseUrl: string | null): Promise<Machine> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / GIGABYTE),
    node: process.version,
    postgres: databaseUrl ? await readServerVersion(databaseUrl) : null,
    load: Number(load.toFixed(2)),
    busyCores: await readBusyCores(),
  };
}

async function readServerVersion(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return String(rows[0]?.server_version).replace(/ .*/, '');
}

/** Cores kept busy for one second by everything on the machine (Linux). */
async function readBusyCores(): Promise<number> {
  const { cores } = await countBusyCores(() => pause(LOOK_MS));
  return Number(cores.toFixed(2));
}

/**
 * Runs the work and returns how many cores everything on the machine kept busy during it (Linux).
 */
export async function countBusyCores<T>(work: () => Promise<T>) {
  const before = busyMicroseconds();
  const started = performance.now();
  const result = await work();
  const microseconds = (performance.now() - started) * 1_000;
  return { result, cores: (busyMicroseconds() - before) / microseconds };
}

function busyMicroseconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq) * TICK_US;
}
