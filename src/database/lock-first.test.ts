import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { inDatabase, untilWaiting } from '../../test/support/migrating.ts';
import { needs } from '../../test/support/needs.ts';
import { BASELINE, findNext, MIGRATIONS, numberOf } from './applied-migrations.ts';
import type { Database } from './database.ts';
import { LOCKED_FIRST } from './lock-first.ts';
import { listPendingMigrations, migrate } from './migrate.ts';

const LOCK_TIMEOUT_MS = 50;
/** The last migration before one that references `event`. */
const BEFORE_EVENTS = 10;
/** The tables that most sales and refunds write. */
const SALES_TABLES = [
  ...['checkout_session', 'orders', 'payment', 'customer', 'subscription', 'subscription_period'],
  ...['refund_ticket', 'refund', 'ledger_entry', 'event', 'webhook_delivery', 'webhook_attempt'],
  'email_delivery',
];

describe('the locks of migrations', needs('plain-server'), () => {
  it('are named if they can’t be taken, with where to look', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database, BEFORE_EVENTS);
      await shop.query('begin');
      await shop.query('lock table event in row exclusive mode');
      const options = { lockTimeoutMs: LOCK_TIMEOUT_MS, maxAttempts: 2 };
      await expect(migrate(database, undefined, options)).rejects.toThrow(
        /^Migration 11 .*docs\/runbook.md#slow-answers/,
      );
      await shop.query('commit');
      expect(numberOf((await listPendingMigrations(database))[0] ?? '')).toBe(11);
    });
  });

  it('are taken together, before anything changes', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database, BASELINE);
      for (;;) {
        const next = await database.session((connection) => findNext(connection, Infinity));
        if (next === null) break;
        const locked = (await locksOf(shop, await textsUntil(database, next))).filter((table) =>
          SALES_TABLES.includes(table),
        );
        const first = (LOCKED_FIRST.get(next) ?? '').split(/ in |\W+/);
        const missing = locked.filter((table) => !first.includes(table));
        expect({ next, missing: locked.length > 1 ? missing : [] }).toEqual({ next, missing: [] });
        await migrate(database, next);
      }
    });
  }, 60_000);

  it('are given up in a deadlock, so that the sale goes on', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database, BASELINE);
      await shop.query('begin');
      await shop.query('lock table webhook_delivery in row exclusive mode');
      const migrating = migrate(database);
      await untilWaiting(shop, 'webhook_delivery');
      // By now, PostgreSQL would have looked for a deadlock on the migration's behalf, and found none.
      await shop.query(`select pg_sleep(1.2 * setting::int / 1000) from pg_settings
        where name = 'deadlock_timeout'`);
      await shop.query('lock table subscription in row exclusive mode');
      await shop.query('commit');
      await migrating;
      expect(await listPendingMigrations(database)).toEqual([]);
    });
  });
});

/** The texts of the pending migrations up to the number. */
async function textsUntil(database: Database, number: number): Promise<string[]> {
  const names = (await listPendingMigrations(database)).filter((name) => numberOf(name) <= number);
  return names.map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
}

/** The existing tables that the texts keep others from writing. */
async function locksOf(client: pg.Client, texts: readonly string[]): Promise<string[]> {
  await client.query('begin');
  const existing = await client.query<{ tables: string[] }>(
    `select array_agg(oid::bigint::text) as tables from pg_class where relkind in ('r', 'p')`,
  );
  for (const text of texts) await client.query(text);
  const { rows } = await client.query<{ table: string }>(
    `select distinct relname as table from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and pg_class.oid::bigint::text = any($1)
        and mode in ('ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock')`,
    [existing.rows[0]?.tables],
  );
  await client.query('rollback');
  return rows.map(({ table }) => table.replace(/_first$/, ''));
}
