import type { Database } from '../../src/database/database.ts';
import { type LightResult, runLightLoad } from './light-load.ts';
import { backendCpu, cpuSince } from './postgres-cpu.ts';
import { cpuMicroseconds } from './service.ts';

/** One run of load on one process. */
export interface Turn {
  readonly result: LightResult;
  /** Microseconds per request of the process and of PostgreSQL. */
  readonly process: number;
  readonly server: number;
}

/** Runs a load and measures what it costs the process and the database server. */
export async function takeTurn(
  database: Database,
  { port, pid }: { readonly port: number; readonly pid: number },
  load: Omit<Parameters<typeof runLightLoad>[0], 'port'>,
): Promise<Turn> {
  const before = { process: await cpuMicroseconds(pid), server: await backendCpu(database) };
  const result = await runLightLoad({ ...load, port });
  const server = cpuSince(before.server, await backendCpu(database)) / result.requests;
  const used = (await cpuMicroseconds(pid)) - before.process;
  return { result, process: used / result.requests, server };
}
