import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { administer, withDatabase } from '../../support/server-database.ts';

const run = promisify(execFile);
/** Where Debian and similar systems keep the server's programs. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
export const NAME = 'tillgate_chaos';
/** As docs/operations.md#settings-of-the-server recommends. */
export const RECOMMENDED = 'wal_compression=lz4';
const SETTINGS = `-c listen_addresses=127.0.0.1 -c max_connections=120 -c ${RECOMMENDED}`;

/** The PostgreSQL server of a run, with an empty database for the run. */
export interface Cluster {
  readonly databaseUrl: string;
  /** Description for the report. */
  readonly description: string;
  /** Stops and starts the server; null if it isn't the run's own. `immediate` is a crash. */
  readonly restart: ((mode: 'fast' | 'immediate', downMs: number) => Promise<void>) | null;
  /** Its database on each data node; empty if it isn't a Citus cluster. */
  readonly dataNodes: readonly string[];
  /** Crashes the data node with that number and starts it after the time. */
  readonly crashNode: (number: number, downMs: number) => Promise<void>;
  /** Whether each process connects through its own proxies, which can be cut. */
  readonly hasProxies: boolean;
  /** Its data directory; null if it isn't the run's own. */
  readonly folder: string | null;
  remove(): Promise<void>;
}

/** For a database that isn't distributed. */
export const WITHOUT_NODES = { dataNodes: [], crashNode: async () => {} };

/** Uses the given server, one started by the run, or that of the tests. Throws if there is none. */
export async function openCluster(serverUrl: string | undefined): Promise<Cluster> {
  const programs = findPrograms();
  if (serverUrl === undefined && programs !== null) return startOwn(programs);
  const given = serverUrl ?? process.env.TEST_DATABASE_URL;
  if (given) return useServer(given);
  throw new Error(
    'The chaos run needs PostgreSQL: install its server programs (initdb, pg_ctl), or name a server ' +
      'with --database or TEST_DATABASE_URL',
  );
}

function findPrograms(): string | null {
  const fromPath = (process.env.PATH ?? '').split(':');
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort().reverse() : [];
  const folders = [...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...fromPath];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

async function useServer(serverUrl: string): Promise<Cluster> {
  const name = `${NAME}_${process.pid}`;
  await administer(serverUrl, `create database ${name}`);
  return {
    databaseUrl: withDatabase(serverUrl, name),
    description: 'a database of its own on a given PostgreSQL server',
    restart: null,
    ...WITHOUT_NODES,
    hasProxies: true,
    folder: null,
    remove: () => administer(serverUrl, `drop database ${name} with (force)`),
  };
}

async function startOwn(programs: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-chaos-postgres-'));
  const owner = await unprivileged();
  if (owner) await chown(folder, owner.uid, owner.gid);
  const port = await freePort();
  const call = (program: string, ...args: string[]) =>
    run(join(programs, program), ['-D', folder, ...args], owner ? { ...owner, cwd: folder } : {});
  await call('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions');
  const options = `-p ${port} -k ${folder} ${SETTINGS}`;
  const log = join(folder, 'server.log');
  const start = () => call('pg_ctl', '-w', '-l', log, '-o', options, 'start');
  const stop = (mode: string) => call('pg_ctl', '-w', '-m', mode, 'stop');
  await start();
  const serverUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await administer(serverUrl, `create database ${NAME}`);
  const { stdout } = await run(join(programs, 'postgres'), ['--version']);
  return {
    databaseUrl: withDatabase(serverUrl, NAME),
    description: `a server of its own, ${stdout.trim()}, ${RECOMMENDED}`,
    restart: async (mode, downMs) => {
      await stop(mode);
      await new Promise((resolve) => setTimeout(resolve, downMs));
      await start();
    },
    ...WITHOUT_NODES,
    hasProxies: true,
    folder,
    remove: async () => {
      // It may already have been stopped along with everything else.
      await stop('immediate').catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so in that case it runs as its own user. */
async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** A port that nothing is listening on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
