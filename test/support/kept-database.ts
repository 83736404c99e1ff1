import { randomBytes } from 'node:crypto';
import { createKeeper } from './database-keeper.ts';
import type { TestDatabaseSource } from './global-setup.ts';
import { administer, askServer, withDatabase } from './server-database.ts';

type ServerSource = Extract<TestDatabaseSource, { readonly engine: 'postgres' }>;

/** Databases on the server: copying the template takes longer than most tests. */
const take = createKeeper<string, ServerSource>({
  create: async ({ serverUrl, template }) => {
    const name = `${template}_${randomBytes(6).toString('hex')}`;
    await administer(serverUrl, `create database ${name} template ${template}`);
    // Test data need not survive the server.
    await administer(serverUrl, `alter database ${name} set synchronous_commit = off`);
    return withDatabase(serverUrl, name);
  },
  addressOf: (url) => ({ connectionString: url }),
  remove: (url, { serverUrl }) =>
    administer(serverUrl, `drop database ${new URL(url).pathname.slice(1)} with (force)`),
});

/** An empty migrated database on the server. */
export async function takeKeptDatabase(source: ServerSource, isFresh: boolean) {
  const { kept: url, release } = await take(source, isFresh);
  return { url, release };
}

const OF_RUN = `select datname from pg_database
  where datname = $1 or starts_with(datname, $1 || '_')`;

/** Drops the template, and what the processes of the run have kept. */
export async function dropKept({ serverUrl, template }: ServerSource): Promise<void> {
  const { rows } = await askServer(serverUrl, OF_RUN, [template]);
  for (const { datname } of rows) {
    await administer(serverUrl, `drop database if exists ${datname} with (force)`);
  }
}
