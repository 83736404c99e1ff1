import { describe, expect, it, vi } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit } from '../../../test/support/webhook.ts';
import { listEvents } from './list-events.ts';

const test = useTestApp();
const path = 'event/list-events';
/** Large reads of a merchant's key at the same time, and those that may wait. */
const RUNNING = 2;
const WAITING = 20;

interface Page {
  readonly events: readonly { readonly payload: { readonly eventId: string } }[];
  readonly nextCursor: string | null;
}

describe(path, () => {
  it('takes turns with large queries', needs('server'), async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const statuses: number[] = [];
    const call = async () => {
      statuses.push((await merchant.call(path, { storeId })).status);
    };
    let calls: Promise<void>[] = [];
    await test.database.transaction(async (tx) => {
      await tx.query({ text: 'lock table event in access exclusive mode', values: [] });
      calls = Array.from({ length: RUNNING + WAITING + 1 }, call);
      await vi.waitFor(() => expect(statuses).toEqual([429]), { timeout: 2_500 });
    });
    await Promise.all(calls);
    expect(statuses).toEqual([429, ...Array.from({ length: RUNNING + WAITING }, () => 200)]);
  });
  it('pages through every event once, newest first, including those no webhook subscribed to', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const emitted: string[] = [];
    for (let count = 0; count < 5; count += 1) emitted.push(await emit(test, storeId));
    await emit(test, storeId, 'order.completed', 'prod');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply = await merchant.call(path, { storeId, limit: 2, cursor });
      const page: Page = reply.body.data;
      seen.push(...page.events.map(({ payload }) => payload.eventId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(emitted.reverse());
  });

  it('shows the envelope as delivered, filtered by type if requested', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    await emit(test, storeId);
    const eventId = await emit(test, storeId, 'refund.failed');
    const { data } = (await merchant.call(path, { storeId, eventType: 'refund.failed' })).body;
    expect(data.nextCursor).toBeNull();
    expect(data.events).toHaveLength(1);
    const { payload } = data.events[0];
    expect(payload).toMatchObject({ eventId, eventType: 'refund.failed', storeId, mode: 'test' });
  });
});

const call = async (body: Readonly<Record<string, unknown>>) => {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  return merchant.call(path, { storeId, ...body });
};

describeErrorRows(listEvents, {
  missingStoreId: () => call({ storeId: null }),
  malformedStoreId: { got: 'STO_x', send: () => call({ storeId: 'STO_x' }) },
  invalidLimit: () => call({ limit: 101 }),
  invalidCursor: () => call({ cursor: 'x' }),
  unknownEvent: { got: 'a.b', send: () => call({ eventType: 'a.b' }) },
  storeNotFound: async () => {
    const { id: storeId } = await makeStore(await makeMerchant(test));
    return (await makeMerchant(test)).call(path, { storeId });
  },
});
