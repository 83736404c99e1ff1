import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countWaiting } from '../../test/support/lock-waits.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { readSources } from '../../test/support/source-files.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { newId } from '../kit/id.ts';
import { sql } from './database.ts';
import { guardStores, LOCKS, onCluster, type StoreLock } from './guard-stores.ts';

/** Of a cluster, but on one server: guards are the coordinator's own. */
const test = useTestApp({}, { spread: { ofStores: new Set(), onCoordinator: new Set() } });

/** As for rows (https://www.postgresql.org/docs/15/explicit-locking.html#LOCKING-ROWS). */
const CONFLICTS: Readonly<Record<StoreLock, readonly StoreLock[]>> = {
  'key share': ['update'],
  'no key update': ['no key update', 'update'],
  update: ['key share', 'no key update', 'update'],
};
const KINDS = Object.keys(CONFLICTS) as StoreLock[];

const newStoreId = () => newId('STO', test.clock.now());

/** Whether the second lock waits for the transaction that has the first. */
async function waits(first: StoreLock, second: StoreLock, one = newStoreId(), other = one) {
  const cluster = onCluster(test.database);
  const guard = (kind: StoreLock, storeId: string) =>
    cluster.transaction((tx) => guardStores(tx, kind, [storeId]));
  let later = Promise.resolve();
  const isWaiting = await cluster.transaction(async (tx) => {
    await guardStores(tx, first, [one]);
    later = guard(second, other);
    return Promise.race([later.then(() => false), untilWaiting().then(() => true)]);
  });
  await later;
  return isWaiting;
}

async function untilWaiting(): Promise<void> {
  for (let tries = 0; tries < 500 && (await countWaiting(test.database)) === 0; tries += 1) {
    await pause(10);
  }
}

describe('guards of stores on a cluster', needs('server'), () => {
  it.each(
    KINDS.flatMap((first) => KINDS.map((second) => [first, second] as const)),
  )('conflict as row locks do: %s, then %s', async (first, second) => {
    expect(await waits(first, second)).toBe(CONFLICTS[first].includes(second));
  });

  it('are for one store each', async () => {
    expect(await waits('update', 'update', newStoreId(), newStoreId())).toBe(false);
  });

  it('keep a store’s webhooks within their limit', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const add = (_: unknown, index: number) =>
      merchant.call('store/add-webhook', {
        storeId: store.id,
        channel: 'http',
        url: `https://hooks.example.com/${index}`,
        events: ['order.completed'],
        testMode: true,
      });
    const added = await Promise.all(Array.from({ length: 30 }, add));
    const remaining = await test.database.query(sql`select from webhook`);
    expect(remaining.length).toBe(added.filter(({ status }) => status === 200).length);
    expect(remaining.length).toBe(20);
  });
});

it('come before every statement that locks a store', () => {
  const counts = [...readSources(['src'])]
    .filter(([path]) => path !== 'src/database/guard-stores.ts')
    .map(([path, text]) => ({
      path,
      // A statement may lock a member besides.
      locking: text.match(LOCKS)?.filter((lock) => lock.includes('of store')).length ?? 0,
      guards: text.match(/(?:lockingStores|guardStores)\(/g)?.length ?? 0,
    }))
    .filter(({ locking, guards }) => locking + guards > 0);
  expect(counts.length).toBeGreaterThan(10);
  expect(counts.filter(({ locking, guards }) => locking !== guards)).toEqual([]);
  const unnamed = /from store\s+where[^`]*\sfor (?:key share|no key update|update)\b(?! of)/;
  expect([...readSources(['src'])].filter(([, text]) => unnamed.test(text))).toEqual([]);
});
