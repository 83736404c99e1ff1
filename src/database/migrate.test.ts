import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { sql } from './database.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import { openServer } from './open.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const LOCK_TIMEOUT_MS = 50;
/** The last migration before one that references `event`. */
const BEFORE = 10;

it('backs off from a locked table and retries until it is free', needs('server'), async () => {
  const name = `tillgate_migrate_${randomBytes(4).toString('hex')}`;
  await administer(serverUrl as string, `create database ${name}`);
  const url = withDatabase(serverUrl as string, name);
  const database = await openServer(url, 2, 10_000);
  const shop = new pg.Client({ connectionString: url });
  try {
    await migrate(database, BEFORE);
    await shop.connect();
    await shop.query('begin');
    await shop.query('lock table event in row exclusive mode');
    const migrating = migrate(database, undefined, LOCK_TIMEOUT_MS);
    await untilWaiting(shop);
    await untilLetGo(shop);
    await shop.query('commit');
    expect((await migrating).length).toBeGreaterThan(0);
    expect(await listPendingMigrations(database)).toEqual([]);
    expect(await migrate(database)).toEqual([]);
    const [row] = await database.query(sql`select count(*)::int as count from event`);
    expect(row).toEqual({ count: 0 });
  } finally {
    await shop.end();
    await database.close();
    await administer(serverUrl as string, `drop database ${name} with (force)`);
  }
});

it('says what to do with a database of a development version', needs('server'), async () => {
  const name = `tillgate_migrate_${randomBytes(4).toString('hex')}`;
  await administer(serverUrl as string, `create database ${name}`);
  const database = await openServer(withDatabase(serverUrl as string, name), 2, 10_000);
  try {
    await migrate(database);
    await database.query(sql`update schema_version set md5 = 'of another text' where version = 1`);
    await expect(migrate(database)).rejects.toThrow(/development version.*DATABASE_URL/);
  } finally {
    await database.close();
    await administer(serverUrl as string, `drop database ${name} with (force)`);
  }
});

const untilWaiting = (client: pg.Client) => untilWaiters(client, (count) => count > 0);
/** It blocks no other session between two attempts. */
const untilLetGo = (client: pg.Client) => untilWaiters(client, (count) => count === 0);

async function untilWaiters(client: pg.Client, isSo: (count: number) => boolean): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_locks where not granted
        and relation = 'event'::regclass`,
    );
    if (isSo(rows[0].count)) return;
  }
}
