import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import lockfile from 'proper-lockfile';
import { openEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { closeToSessions, createDistributed } from './cluster-databases.ts';
import type { ServerSource, TestDatabaseSource } from './global-setup.ts';
import { administer, withDatabase } from './server-database.ts';

const TIMEOUT_MS = 60_000;
/** Any number: the key of the advisory lock under which one process creates the template. */
const TEMPLATE_LOCK = 7_420_119;
/** Waits up to two minutes for another process that creates the dump. */
const LOCK_RETRIES = { retries: 1_200, factor: 1, minTimeout: 100, maxTimeout: 100 };
/** Milliseconds after which a dump of another schema is no longer of use. */
const OLD_MS = 60 * 60 * 1_000;
/** PostgreSQL's default databases, which no test opens; without them the engine starts faster. */
const UNUSED = ['./base/1', './base/4'];

let ready: Promise<void> | undefined;

/** Creates the template if it doesn't exist; one process creates it while the others wait. */
export function makeTemplate(source: TestDatabaseSource): Promise<void> {
  ready ??= source.engine === 'embedded' ? makeDump(source.dumpPath) : makeOnServers(source);
  return ready;
}

async function makeOnServers({ engine, servers, template }: ServerSource): Promise<void> {
  const client = new pg.Client({ connectionString: servers[0] });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const known = await client.query('select from pg_database where datname = $1', [template]);
    if (known.rowCount !== 0) return;
    const unfinished = `${template}_new`;
    if (engine === 'cluster') await createDistributed(servers, unfinished);
    else await createMigrated(servers[0], unfinished);
    // The one on the server asked above is renamed last: with it, the template is known.
    for (const url of servers.toReversed()) {
      await closeToSessions(url, unfinished);
      await administer(url, `alter database ${unfinished} rename to ${template}`);
    }
  } finally {
    await client.end();
  }
}

async function createMigrated(serverUrl: string, name: string): Promise<void> {
  await administer(serverUrl, `create database ${name}`);
  const database = await openServer(withDatabase(serverUrl, name), 1, TIMEOUT_MS);
  await migrate(database);
  await database.close();
}

async function makeDump(dumpPath: string): Promise<void> {
  if (existsSync(dumpPath)) return;
  const cache = dirname(dumpPath);
  await mkdir(cache, { recursive: true });
  const unlock = await lockfile.lock(cache, { retries: LOCK_RETRIES });
  try {
    if (existsSync(dumpPath)) return;
    await removeOldDumps(cache);
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-test-'));
    const database = await openEmbedded({ dataDir: folder, timeoutMs: TIMEOUT_MS });
    await migrate(database);
    await database.close();
    const unused = UNUSED.map((path) => `--exclude=${path}`);
    const files = ['-C', join(folder, 'postgres'), '.'];
    await promisify(execFile)('tar', [...unused, '-cf', `${dumpPath}.new`, ...files]);
    await rm(folder, { recursive: true, force: true });
    await rename(`${dumpPath}.new`, dumpPath);
  } finally {
    await unlock();
  }
}

/** Dumps of earlier schemas, 30 MB each; a concurrent run may still use a recent one. */
async function removeOldDumps(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (!name.startsWith('empty-')) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > OLD_MS) await rm(path, { force: true });
  }
}
