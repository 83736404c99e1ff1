import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { installPeer } from './peer.ts';

export interface Peer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * PostGraphile over the same database, in a process of its own. Throws when it cannot be installed or
 * does not start.
 */
export async function startPostgraphile(databaseUrl: string, connections: number): Promise<Peer> {
  const { folder, remove } = installPeer('postgraphile');
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      POOL_SIZE: String(connections),
      GRAPHILE_ENV: 'production',
    },
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
    return { port: await readPort(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first line that the process prints. */
function readPort(child: ChildProcess): Promise<number> {
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error(`PostGraphile ended: ${complaints}`)));
  });
}
