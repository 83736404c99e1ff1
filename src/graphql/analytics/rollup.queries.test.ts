import { expect, it } from 'vitest';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { newId } from '../../kit/id.ts';
import { LOCK_OF_ALL_STORES, lockRollup } from './rollup.queries.ts';

const test = useTestApp();

/** As the previous release does. */
async function lockAllStores(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK_OF_ALL_STORES}::bigint) as locked`,
  );
  return row?.locked === true;
}

it(
  'a roll-up excludes those of its store and of the previous release',
  needs('server'),
  async () => {
    const { database, clock } = test;
    const [one, other] = [newId('STO', clock.now()), newId('STO', clock.now())];
    const attempt = (lock: (db: Queryable) => Promise<boolean>) => database.transaction(lock);
    await database.transaction(async (tx) => {
      expect(await lockRollup(tx, one)).toBe(true);
      expect(await attempt(lockAllStores)).toBe(false);
      expect(await attempt((db) => lockRollup(db, one))).toBe(false);
      expect(await attempt((db) => lockRollup(db, other))).toBe(true);
    });
    await database.transaction(async (tx) => {
      expect(await lockAllStores(tx)).toBe(true);
      expect(await attempt((db) => lockRollup(db, one))).toBe(false);
    });
  },
);
