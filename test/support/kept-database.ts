import { randomBytes } from 'node:crypto';
import { isEmptied, onConnection, readFingerprint } from './emptied.ts';
import type { TestDatabaseSource } from './global-setup.ts';
import { administer, withDatabase } from './server-database.ts';

type ServerSource = Extract<TestDatabaseSource, { readonly engine: 'postgres' }>;

interface KeptDatabase {
  readonly name: string;
  readonly url: string;
  readonly fingerprint: string;
}

/** The database that the last test file of this process left. */
let spare: KeptDatabase | undefined;

/**
 * An empty migrated database on the server. Copying the template takes longer than most tests, so a
 * file takes the database of the file before, emptied, unless that one changed more than rows.
 */
export async function takeKeptDatabase(source: ServerSource, isFresh: boolean) {
  const kept = (isFresh ? undefined : spare) ?? (await create(source));
  if (kept === spare) spare = undefined;
  const { name, url, fingerprint } = kept;
  const release = async () => {
    if (spare === undefined && (await isEmptied({ connectionString: url }, fingerprint))) {
      spare = kept;
    } else {
      await administer(source.serverUrl, `drop database ${name} with (force)`);
    }
  };
  return { url, release };
}

async function create({ serverUrl, template }: ServerSource): Promise<KeptDatabase> {
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} template ${template}`);
  // Test data need not survive the server.
  await administer(serverUrl, `alter database ${name} set synchronous_commit = off`);
  const url = withDatabase(serverUrl, name);
  return { name, url, fingerprint: await onConnection({ connectionString: url }, readFingerprint) };
}

const OF_RUN = `select datname from pg_database
  where datname = $1 or starts_with(datname, $1 || '_')`;

/** Drops the template, and what the processes of the run have kept. */
export async function dropKept({ serverUrl, template }: ServerSource): Promise<void> {
  const names = await onConnection({ connectionString: serverUrl }, (connection) =>
    connection.query(OF_RUN, [template]),
  );
  for (const { datname } of names.rows) {
    await administer(serverUrl, `drop database if exists ${datname} with (force)`);
  }
}
