import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { administer, withDatabase } from './server-database.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

/** A new database, opened, and a client that stands for the shop that uses it. */
export interface Parts {
  readonly url: string;
  readonly database: Database;
  readonly shop: pg.Client;
}

/** Runs the work in an empty database on the server. */
export async function inDatabase(work: (parts: Parts) => Promise<void>): Promise<void> {
  const name = `tillgate_migrate_${randomBytes(4).toString('hex')}`;
  await administer(serverUrl as string, `create database ${name}`);
  const url = withDatabase(serverUrl as string, name);
  const database = await openServer(url, 2, 10_000);
  const shop = new pg.Client({ connectionString: url });
  await shop.connect();
  try {
    await work({ url, database, shop });
  } finally {
    await shop.end();
    await database.close();
    await administer(serverUrl as string, `drop database ${name} with (force)`);
  }
}

/** Sessions with a lock that keeps others from migrating. */
export async function countMigrating(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(distinct pid)::int as count from pg_locks where granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0].count;
}

/** Until a session waits for the table. */
export const untilWaiting = (client: pg.Client, table: string) =>
  untilWaiters(client, table, (count) => count > 0);
/** Until none does. */
export const untilLetGo = (client: pg.Client, table: string) =>
  untilWaiters(client, table, (count) => count === 0);

async function untilWaiters(
  client: pg.Client,
  table: string,
  isSo: (count: number) => boolean,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_locks where not granted and relation = $1::regclass`,
      [table],
    );
    if (isSo(rows[0].count)) return;
  }
}
