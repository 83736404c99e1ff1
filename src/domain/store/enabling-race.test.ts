import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { countWaiting } from '../../../test/support/lock-waits.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, emitIn, makeWebhook } from '../../../test/support/webhook.ts';
import { sql, type Tx } from '../../database/database.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import { deleteWebhook } from './webhook.queries.ts';

const test = useTestApp();

/** A store with an enabled webhook and a disabled one, and calls that show what the latter gets. */
async function makeSetting() {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  // Events lock webhooks in the order in which they were added.
  const first = await makeWebhook(merchant, storeId, 'https://first.example.com/');
  const { id } = await makeWebhook(merchant, storeId, 'https://hooks.example.com/');
  const disable = () =>
    test.database.query(sql`
      update webhook set disabled_at = ${test.clock.now()}, disabled_reason = 'gone'
      where store_id = ${uuidOf('STO', storeId)} and id = ${id}`);
  await disable();
  const enable = async () => {
    const { status } = await merchant.call('store/update-webhook', { id });
    expect(status).toBe(200);
  };
  /** The event IDs of all deliveries to the webhook. */
  const delivered = async () => {
    const rows = await test.database.query<{ eventId: string }>(sql`
      select event.event_id as "eventId" from event join webhook_delivery delivery
        on delivery.store_id = event.store_id and delivery.event_id = event.id
      where delivery.webhook_id = ${id}`);
    return rows.map(({ eventId }) => eventId).sort();
  };
  const removeFirst = (tx: Tx) =>
    deleteWebhook(tx, { id: first.id, storeId: decodeId('STO', storeId) as Id<'STO'> });
  return { storeId, disable, enable, delivered, removeFirst };
}

const expectWaiting = (count: number) => expect.poll(() => countWaiting(test.database)).toBe(count);

describe('an event that is recorded while its webhook is enabled again', needs('server'), () => {
  it('is replayed if it was recorded first, and delays no other event', async () => {
    const { storeId, enable, delivered } = await makeSetting();
    let enabling: Promise<void> | undefined;
    const events = await test.database.transaction(async (tx) => {
      const first = await emitIn(tx, test, storeId);
      // Its statement is left to the commit: this one follows it.
      await tx.query(sql`select`);
      enabling = enable();
      enabling.catch(() => {});
      await Promise.race([enabling, expectWaiting(1)]);
      const second = await emit(test, storeId);
      return [first, second];
    });
    await enabling;
    expect(await delivered()).toEqual(events.sort());
  });

  it('is delivered as to any enabled webhook if it was recorded afterwards', async () => {
    const { storeId, enable, delivered } = await makeSetting();
    const missed = await emit(test, storeId);
    let [enabling, emitting]: Promise<unknown>[] = [];
    await test.database.transaction(async (tx) => {
      // The replay waits for the lock, so the webhook has been enabled, but not committed.
      await tx.query(sql`
        select from event where store_id = ${uuidOf('STO', storeId)} and event_id = ${missed}
        for update`);
      enabling = enable();
      enabling.catch(() => {});
      await expectWaiting(1);
      emitting = emit(test, storeId);
      emitting.catch(() => {});
      await Promise.race([emitting, expectWaiting(2)]);
    });
    await enabling;
    const emitted = await emitting;
    expect(await delivered()).toEqual([missed, emitted].sort());
  });

  it('is delivered if it read the webhook before and locked it afterwards', async () => {
    const { storeId, enable, delivered, removeFirst } = await makeSetting();
    let emitting: Promise<string> | undefined;
    await test.database.transaction(async (tx) => {
      // The event waits for this lock, having read that the webhook is disabled.
      await removeFirst(tx);
      emitting = emit(test, storeId);
      emitting.catch(() => {});
      await expectWaiting(1);
      await enable();
    });
    const emitted = await emitting;
    expect(await delivered()).toEqual([emitted]);
  });

  it('is delivered once, in any order', async () => {
    const { storeId, disable, enable, delivered } = await makeSetting();
    const events: string[] = [];
    const record = async () => events.push(await emit(test, storeId));
    for (let round = 0; round < 20; round += 1) {
      await disable();
      await Promise.all([record(), record(), enable(), record(), record()]);
      expect(await delivered()).toEqual(events.sort());
    }
  });
});
