import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { raw, sql } from '../database/database.ts';
import {
  dropLogPartition,
  type LogPartition,
  listLogPartitions,
  makeLogPartition,
} from '../events/log-partitions.queries.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

const test = useTestApp({ RETENTION_DAYS: '30' });
/** A sixth of 30 days. */
const SPAN_MS = 5 * DAY_MS;
closeReceivers();

describe('the partitions of the log', () => {
  const made = {} as { merchant: TestMerchant; storeId: string };
  beforeAll(async () => {
    const receiver = await startReceiver();
    made.merchant = await makeMerchant(test);
    made.storeId = (await makeStore(made.merchant)).id;
    await makeWebhook(made.merchant, made.storeId, receiver.url);
  });
  const partitions = () => listLogPartitions(test.database);
  const spanAt = async (time: Date): Promise<LogPartition> => {
    const found = (await partitions()).find(
      ({ from, until }) => from !== null && from <= time && time < until,
    );
    if (!found) throw new Error(`No partition has ${time.toISOString()}`);
    return found;
  };
  /** The tables containing rows of the store's latest event, without a shard's number. */
  const places = async () => {
    const rows = await test.database.query<{ place: string }>(sql`
      with latest as (select id, tableoid::regclass::text as place from event
        order by id desc limit 1)
      select place from latest
      union all select tableoid::regclass::text from webhook_delivery
        where event_id = (select id from latest)
      union all select tableoid::regclass::text from webhook_attempt
        where event_id = (select id from latest)`);
    return rows.map(({ place }) => place.replace(/(?<=_(?:default|\d{8}))_\d+$/, ''));
  };
  const count = async (table: string) => {
    const [row] = await test.database.query<{ count: number }>(
      sql`select count(*)::int as count from ${raw(table)}`,
    );
    return row?.count;
  };

  it('exist before they are needed', async () => {
    await test.app.worker.runOnce();
    const latest = (await partitions()).at(-1);
    expect(latest?.until.getTime()).toBeGreaterThan(addMs(test.clock.now(), SPAN_MS).getTime());
    const known = await partitions();
    await test.app.worker.runOnce();
    expect(await partitions()).toEqual(known);
  });

  it('take over rows written before they were created', async () => {
    // None was created for three spans.
    test.clock.advance(20 * DAY_MS);
    await emit(test, made.storeId);
    expect(await places()).toEqual(['event_default', 'webhook_delivery_default']);
    await test.app.worker.runOnce();
    const { suffix } = await spanAt(test.clock.now());
    expect(await places()).toEqual(
      ['event', 'webhook_delivery', 'webhook_attempt'].map((log) => `${log}_${suffix}`),
    );
    expect(await readDeliveries(test, made.storeId)).toMatchObject([
      { status: 'success', attempts: 1 },
    ]);
  });

  it('are created once by processes that start together', async () => {
    const from = (await partitions()).at(-1)?.until as Date;
    const until = addMs(from, SPAN_MS);
    await Promise.all([1, 2, 3].map(() => makeLogPartition(test.database, from, until)));
    expect((await partitions()).filter((one) => Number(one.from) === Number(from))).toHaveLength(1);
  });

  it('are kept while something in them is to be sent, and dropped afterwards', async () => {
    await emit(test, made.storeId);
    const partition = await spanAt(test.clock.now());
    await dropLogPartition(test.database, partition, test.clock.now());
    expect(await partitions()).toContainEqual(partition);
    await test.app.worker.runOnce();
    const now = test.clock.now();
    const storeId = uuidOf('STO', made.storeId);
    await test.database.query(sql`
      update webhook_delivery set status = 'pending', leased_until = ${addMs(now, 1)},
        webhook_id = null where store_id = ${storeId} and event_id = (select id from event
          where store_id = ${storeId} order by id desc limit 1)`);
    await dropLogPartition(test.database, partition, now);
    expect(await partitions()).toContainEqual(partition);
    await dropLogPartition(test.database, partition, addMs(now, 1));
    expect(await partitions()).not.toContainEqual(partition);
    expect(await readDeliveries(test, made.storeId)).toEqual([]);
  });

  it('are dropped a span after the retention period at the latest, without deleting rows', async () => {
    test.clock.advance(2 * SPAN_MS);
    await test.app.worker.runOnce();
    await emit(test, made.storeId);
    await test.app.worker.runOnce();
    const { suffix, until } = await spanAt(test.clock.now());
    test.clock.advance(until.getTime() - test.clock.now().getTime() + 30 * DAY_MS - HOUR_MS);
    await test.app.worker.runOnce();
    expect(await count(`event_${suffix}`)).toBe(1);
    expect(await count(`webhook_attempt_${suffix}`)).toBe(1);
    test.clock.advance(2 * HOUR_MS);
    await test.app.worker.runOnce();
    expect((await partitions()).map((one) => one.suffix)).not.toContain(suffix);
    expect([await count('event'), await count('webhook_attempt')]).toEqual([0, 0]);
  });

  it('wait for readers without blocking others', needs('server'), async () => {
    await emit(test, made.storeId);
    await test.app.worker.runOnce();
    const partition = await spanAt(test.clock.now());
    let dropping: Promise<void> = Promise.resolve();
    await test.database.transaction(async (tx) => {
      await tx.query(sql`select from event`);
      dropping = dropLogPartition(test.database, partition, test.clock.now());
      await pause(300);
      // Others can write while it waits for the reader or between two attempts.
      await emit(test, made.storeId, 'order.completed');
      expect(await partitions()).toContainEqual(partition);
    });
    await test.app.worker.runOnce();
    await dropping;
    expect(await partitions()).not.toContainEqual(partition);
  });

  it('are created without refusing concurrent writes', needs('server'), async () => {
    for (let round = 0; round < 6; round += 1) {
      test.clock.advance(2 * SPAN_MS);
      const from = new Date(Math.floor(test.clock.now().getTime() / DAY_MS) * DAY_MS);
      let isMade = false;
      const write = async () => {
        while (!isMade) await emit(test, made.storeId);
      };
      const writing = Promise.all(Array.from({ length: 6 }, write));
      await makeLogPartition(test.database, from, addMs(from, DAY_MS)).finally(() => {
        isMade = true;
      });
      await writing;
    }
  });

  it('have no gap before one that a wrong clock created in the future', async () => {
    const ahead = addMs(test.clock.now(), 400 * DAY_MS);
    await makeLogPartition(test.database, ahead, addMs(ahead, SPAN_MS));
    // Nothing of what was written above is sent.
    await test.database.query(sql`
      update webhook set disabled_at = ${test.clock.now()}, disabled_reason = 'gone'`);
    test.clock.advance(2 * SPAN_MS);
    await test.app.worker.runOnce();
    await spanAt(test.clock.now());
    await spanAt(addMs(test.clock.now(), SPAN_MS));
    await dropLogPartition(test.database, await spanAt(ahead), test.clock.now());
  });
});
