import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** Servers refuse to run as root; `nobody` has this id on every Linux. */
export const NOBODY = 65_534;
export const isRoot = process.getuid?.() === 0;
export const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** A folder that the server's user owns. */
export async function makeServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-server-'));
  await giveAway(folder);
  return folder;
}

/** Creates the folder, owned by the server's user. */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder);
  await giveAway(folder);
}

/** Makes the server's user the owner of the folder. */
export async function giveAway(folder: string): Promise<void> {
  if (isRoot) await chown(folder, NOBODY, NOBODY);
}

export function runAsNobody(file: string, args: readonly string[]): Promise<unknown> {
  return promisify(execFile)(file, args, asNobody);
}

export interface Server {
  readonly url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program that speaks the PostgreSQL protocol; resolves once it answers. */
export async function startServer(
  file: string,
  args: readonly string[],
  url: string,
): Promise<Server> {
  const child = spawn(file, args, { ...asNobody, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  await untilAnswers(url, child, () => output);
  return {
    url,
    stop: async (signal = 'SIGINT') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function untilAnswers(url: string, child: ChildProcess, output: () => string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      // A separate process starts in real time.
      await pause(50);
    }
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
