import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PEERS = join(import.meta.dirname, '../peers');

export interface InstalledPeer {
  readonly folder: string;
  remove(): void;
}

/** Installs a peer from its own lock file into a temporary folder; throws on failure. */
export function installPeer(name: string): InstalledPeer {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  cpSync(join(PEERS, name), folder, { recursive: true });
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    remove();
    throw new Error(`The peer ${name} could not be installed`);
  }
  return { folder, remove };
}

export interface Peer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Runs a peer's `server.mjs` in its own process with these settings. Throws if it can't be
 * installed or doesn't start.
 */
export async function startPeer(
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<Peer> {
  const { folder, remove } = installPeer(name);
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings },
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    remove();
  };
  try {
    return { port: await readPort(name, child), pid: child.pid as number, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first line the process prints. */
function readPort(name: string, child: ChildProcess): Promise<number> {
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error(`The peer ${name} ended: ${complaints}`)));
  });
}
