import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** Servers refuse to run as root; `nobody` has this id on every Linux. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
export const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** The path of a program in one of the folders or in PATH, or null. */
export function findProgram(name: string, folders: readonly string[] = []): string | null {
  const path = (process.env.PATH ?? '').split(':');
  const candidates = [...folders, ...path, '/usr/sbin'].map((folder) => join(folder, name));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder that the server's user owns. */
export async function makeServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-server-'));
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  return folder;
}

export function runAsNobody(file: string, args: readonly string[]): Promise<unknown> {
  return promisify(execFile)(file, args, asNobody);
}

export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program that speaks PostgreSQL; resolves once it answers. */
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
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGINT');
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
      // A process of its own starts in real time.
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
