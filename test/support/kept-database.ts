import { randomBytes } from 'node:crypto';
import { SETTINGS_OF_SESSIONS } from '../../src/database/distribute.ts';
import { createKeeper } from './database-keeper.ts';
import type { ServerSource } from './global-setup.ts';
import { administer, askServer, withDatabase } from './server-database.ts';

/** Settings of a database, which a copy doesn't take over. Test data need not survive the server. */
const SETTINGS = ['synchronous_commit = off'];
const SETTINGS_OF_CLUSTER = [...SETTINGS, ...SETTINGS_OF_SESSIONS];

/** Databases on the server: copying the template takes longer than most tests. */
const take = createKeeper<string, ServerSource>({
  create: async ({ engine, servers, template, prefix }) => {
    const name = `${prefix}_${randomBytes(6).toString('hex')}`;
    const settings = engine === 'cluster' ? SETTINGS_OF_CLUSTER : SETTINGS;
    for (const url of servers) {
      await administer(url, `create database ${name} template ${template}`);
      for (const setting of settings) {
        await administer(url, `alter database ${name} set ${setting}`);
      }
    }
    return name;
  },
  addressesOf: (name, { servers }) =>
    servers.map((url) => ({ connectionString: withDatabase(url, name) })),
  remove: async (name, { servers }) => {
    for (const url of servers) await administer(url, `drop database ${name} with (force)`);
  },
});

/** An empty migrated database on the server, or on all servers of a cluster. */
export async function takeKeptDatabase(source: ServerSource, isFresh: boolean) {
  const { kept: name, release } = await take(source, isFresh);
  return { url: withDatabase(source.servers[0], name), release };
}

const OF_RUN = `select datname from pg_database
  where datname = $1 or starts_with(datname, $1 || '_')`;

/** Drops the run's template, and what its processes have kept. */
export async function dropKept({ servers, prefix }: ServerSource): Promise<void> {
  for (const url of servers) {
    const { rows } = await askServer(url, OF_RUN, [prefix]);
    for (const { datname } of rows) {
      await administer(url, `drop database if exists ${datname} with (force)`);
    }
  }
}
