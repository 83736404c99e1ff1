import { describe, expect, it } from 'vitest';
import {
  countMigrating,
  inDatabase,
  untilLetGo,
  untilWaiting,
} from '../../test/support/migrating.ts';
import { needs } from '../../test/support/needs.ts';
import { administer } from '../../test/support/server-database.ts';
import { latestMigration, migrationFiles, numberOf } from './applied-migrations.ts';
import { sql } from './database.ts';
import { listPendingMigrations, MIGRATION_LOCK, migrate } from './migrate.ts';
import { openServer } from './open.ts';

const LOCK_TIMEOUT_MS = 50;
/** Long enough for a slow machine to see the migration wait. */
const VISIBLE_LOCK_TIMEOUT_MS = 1_000;
/** The last migration before one that references `event`. */
const BEFORE_EVENTS = 10;
/** The last migration before 080, which locks `orders`; 090 then locks `buyer_day`. */
const BEFORE_KEYS = 73;
/** It drops references, and the next migration adds them back. */
const KEYS = 80;
const TOTALS = 90;

describe('migrations', needs('plain-server'), () => {
  it('back off from a locked table and retry until it is free', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database, BEFORE_EVENTS);
      await shop.query('begin');
      await shop.query('lock table event in row exclusive mode');
      const migrating = migrate(database, undefined, { lockTimeoutMs: LOCK_TIMEOUT_MS });
      await untilWaiting(shop, 'event');
      // They block no other session between two attempts, and let none migrate.
      await untilLetGo(shop, 'event');
      expect(await countMigrating(shop)).toBe(1);
      await shop.query('commit');
      expect((await migrating).length).toBeGreaterThan(0);
      expect(await listPendingMigrations(database)).toEqual([]);
      expect(await migrate(database)).toEqual([]);
      expect(await countMigrating(shop)).toBe(0);
      const [row] = await database.query(sql`select count(*)::int as count from event`);
      expect(row).toEqual({ count: 0 });
    });
  });

  it('keep no lock between two transactions behind a pooler', async () => {
    await inDatabase(async ({ url, shop }) => {
      const pooled = await openServer(url, 2, 10_000, { isPooled: true });
      await migrate(pooled, BEFORE_EVENTS);
      await shop.query('begin');
      await shop.query('lock table event in row exclusive mode');
      const migrating = migrate(pooled, undefined, { lockTimeoutMs: VISIBLE_LOCK_TIMEOUT_MS });
      await untilWaiting(shop, 'event');
      expect(await countMigrating(shop)).toBe(1);
      await untilLetGo(shop, 'event');
      await expect.poll(() => countMigrating(shop), { interval: 5 }).toBe(0);
      await shop.query('commit');
      await migrating;
      await pooled.close();
    });
  });

  it('don’t keep the locks of one while the next one takes its time', async () => {
    await inDatabase(async ({ url, database, shop }) => {
      await migrate(database, BEFORE_KEYS);
      await shop.query('begin');
      await shop.query('lock table buyer_day in row exclusive mode');
      const migrating = migrate(database);
      await untilWaiting(shop, 'buyer_day');
      await administer(url, `set lock_timeout = '1s'; select from orders`);
      await shop.query('commit');
      await migrating;
    });
  });

  it('are resumed after the first that didn’t commit', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database, BEFORE_KEYS);
      await shop.query('begin');
      await shop.query('lock table buyer_day in row exclusive mode');
      const migrating = migrate(database);
      const crashed = expect(migrating).rejects.toThrow(/terminat/);
      await untilWaiting(shop, 'buyer_day');
      await shop.query(`select pg_terminate_backend(pid) from pg_locks where not granted
        and relation = 'buyer_day'::regclass`);
      await crashed;
      const left = migrationFiles()
        .map(numberOf)
        .filter((number) => number >= TOTALS)
        .sort((one, next) => one - next);
      expect((await listPendingMigrations(database)).map(numberOf)).toEqual(left);
      await shop.query('commit');
      expect((await migrate(database)).map(numberOf)).toEqual(left);
    });
  });

  it('don’t commit dropped references without those that replace them', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database, BEFORE_KEYS);
      // A function that 081 creates.
      await shop.query(`create function leave_published_group() returns trigger
        language plpgsql as 'begin return old; end'`);
      await expect(migrate(database)).rejects.toThrow(
        /^Migration 81 failed, and nothing of it is left: .* already exists .* Start again/,
      );
      expect(numberOf((await listPendingMigrations(database))[0] ?? '')).toBe(KEYS);
      await shop.query('drop function leave_published_group');
      expect((await migrate(database, KEYS)).map(numberOf)).toEqual([KEYS]);
      expect((await migrate(database)).map(numberOf)[0]).toBe(KEYS + 1);
    });
  });

  it('run once when two processes start together', async () => {
    await inDatabase(async ({ url, database }) => {
      const other = await openServer(url, 2, 10_000);
      const applied = await Promise.all([migrate(database), migrate(other)]);
      await other.close();
      const counts = applied.map(({ length }) => length).sort((one, next) => one - next);
      expect(counts).toEqual([0, migrationFiles().length]);
    });
  });

  it('don’t make a process wait that has none to run', async () => {
    await inDatabase(async ({ database, shop }) => {
      await migrate(database);
      await shop.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
      expect(await migrate(database)).toEqual([]);
    });
  });

  it('take a database that ran a migration before it was rewritten', async () => {
    await inDatabase(async ({ database }) => {
      await migrate(database);
      const read = sql`select md5 from schema_version where version = 135`;
      const [{ md5 } = { md5: '' }] = await database.query<{ md5: string }>(read);
      await database.query(sql`
        update schema_version set md5 = '6ab2a0c1eeed9dfcb73fe6006f94c637' where version = 135`);
      expect(await migrate(database)).toEqual([]);
      expect(await database.query(read)).toEqual([{ md5 }]);
    });
  });

  it('say what to do with a database of a development version', async () => {
    await inDatabase(async ({ database }) => {
      await migrate(database);
      await database.query(
        sql`update schema_version set md5 = 'of another text' where version = 1`,
      );
      await expect(migrate(database)).rejects.toThrow(/development version.*DATABASE_URL/);
    });
  });

  it('say the same about a migration that was edited or added since', async () => {
    await inDatabase(async ({ database }) => {
      await migrate(database);
      const [{ md5 } = { md5: '' }] = await database.query<{ md5: string }>(
        sql`select md5 from schema_version where version = ${KEYS}`,
      );
      const refused = async () => {
        await expect(migrate(database)).rejects.toThrow(/development version.*DATABASE_URL/);
        await expect(listPendingMigrations(database)).rejects.toThrow('development version');
      };
      await database.query(sql`update schema_version set md5 = 'other' where version = ${KEYS}`);
      await refused();
      await database.query(sql`delete from schema_version where version = ${KEYS}`);
      await refused();
      await database.query(sql`
        insert into schema_version (version, md5) values (${KEYS}, ${md5})`);
      expect(await migrate(database)).toEqual([]);
    });
  });

  it('accept the schema of a later release, which may have rewritten one', async () => {
    await inDatabase(async ({ database }) => {
      await migrate(database);
      await database.query(sql`update schema_version set md5 = 'other' where version = ${KEYS}`);
      await database.query(sql`
        insert into schema_version (version, md5) values (${latestMigration() + 1}, 'later')`);
      expect(await migrate(database)).toEqual([]);
    });
  });
});
