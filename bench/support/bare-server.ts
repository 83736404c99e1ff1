import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type LoadOptions, runLoad } from './load.ts';
import { cpuMicroseconds } from './service.ts';

/** What a bare server does besides answering. */
export interface BareWork {
  /** Public key as PEM, used to verify each request's signature. */
  readonly verifyKey?: string;
  /** Microseconds of busy waiting before each answer. */
  readonly busy?: number;
}

/** CPU microseconds per request of a Fastify server that reads the body and answers a constant. */
export async function bareServerCpu(
  load: Omit<LoadOptions, 'port'>,
  { verifyKey, busy }: BareWork = {},
): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...(verifyKey ? { VERIFY_KEY: verifyKey } : {}),
      ...(busy ? { BUSY_MICROSECONDS: String(busy) } : {}),
    },
  });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
  });
  const pid = child.pid as number;
  await runLoad({ ...load, port, seconds: 1 });
  const before = await cpuMicroseconds(pid);
  const { requests } = await runLoad({ ...load, port });
  const used = (await cpuMicroseconds(pid)) - before;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
  return used / requests;
}
