import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { resendDeliveries } from './resend-deliveries.ts';
import { MAX_RESENT } from './time-span.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60,60' });
closeReceivers();

const path = 'webhook-delivery/resend-deliveries';
const minute = 60_000;
const isoAt = (offsetMs: number) => new Date(test.clock.now().getTime() + offsetMs).toISOString();
const lastHour = () => ({ from: isoAt(-60 * minute), to: isoAt(minute) });

/** A store with three permanently failed deliveries; from now on the receiver answers 200. */
async function makeOutage() {
  let isDown = true;
  const receiver = await startReceiver((response) => response.writeHead(isDown ? 500 : 200).end());
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const { id: webhookId } = await makeWebhook(merchant, storeId, receiver.url);
  for (let count = 0; count < 3; count += 1) await emit(test, storeId);
  await test.app.worker.runOnce();
  await passRetry();
  await passRetry();
  const setDown = (value: boolean) => {
    isDown = value;
  };
  setDown(false);
  return { receiver, setDown, merchant, storeId, webhookId };
}

async function passRetry(): Promise<void> {
  test.clock.advance(2 * minute);
  await test.app.worker.runOnce();
}

describe(path, () => {
  it('resends what failed in the time range, once, and nothing else', async () => {
    const { receiver, merchant, storeId, webhookId } = await makeOutage();
    await emit(test, storeId);
    await test.app.worker.runOnce();
    const before = receiver.received.length;
    const earlier = { storeId, from: isoAt(-600 * minute), to: isoAt(-500 * minute) };
    expect((await merchant.call(path, earlier)).body.data).toEqual({ storeId, resent: 0 });
    const headers = { 'x-idempotency-key': 'after-the-outage' };
    const body = { storeId, webhookId, ...lastHour() };
    const first = await merchant.call(path, body, { headers });
    expect(first.body.data).toEqual({ storeId, resent: 3 });
    await test.app.worker.runOnce();
    expect((await merchant.call(path, body, { headers })).text).toBe(first.text);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(before + 3);
    const statuses = (await readDeliveries(test, storeId)).map(({ status }) => status);
    expect(statuses).toEqual(['success', 'success', 'success', 'success']);
  });

  it('retries what fails again', async () => {
    const { receiver, setDown, merchant, storeId } = await makeOutage();
    const before = receiver.received.length;
    setDown(true);
    await merchant.call(path, { storeId, ...lastHour() });
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(before + 3);
    setDown(false);
    await passRetry();
    const deliveries = await readDeliveries(test, storeId);
    const outcomes = deliveries.map(({ status, attempts }) => [status, attempts]);
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => ['success', 5]));
  });

  it('resends what succeeded if requested, and nothing of the other environment', async () => {
    const { receiver, merchant, storeId } = await makeOutage();
    const prod = await makeWebhook(merchant, storeId, receiver.url, { testMode: false });
    await emit(test, storeId, 'order.completed', 'prod');
    await test.app.worker.runOnce();
    const body = { storeId, status: 'success', ...lastHour() };
    expect((await merchant.call(path, body)).body.data.resent).toBe(0);
    const reply = await merchant.call(path, body, { environment: 'prod' });
    expect(reply.body.data.resent).toBe(1);
    expect(prod.id).toBeTruthy();
  });
});

const call = async (body: Readonly<Record<string, unknown>>) => {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  return merchant.call(path, { storeId, ...lastHour(), ...body });
};

describeErrorRows(resendDeliveries, {
  missingStoreId: () => call({ storeId: null }),
  malformedStoreId: { got: 'STO_x', send: () => call({ storeId: 'STO_x' }) },
  missingFrom: () => call({ from: null }),
  invalidFrom: () => call({ from: 'yesterday' }),
  missingTo: () => call({ to: '' }),
  invalidTo: () => call({ to: '2026-02-31T00:00:00Z' }),
  emptySpan: () => call({ from: '2026-02-02T00:00:00Z', to: '2026-02-02T00:00:00Z' }),
  invalidStatus: () => call({ status: 'pending' }),
  forbidden: async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(path, { storeId, ...lastHour() });
  },
  storeNotFound: async () => {
    const { id: storeId } = await makeStore(await makeMerchant(test));
    return (await makeMerchant(test)).call(path, { storeId, ...lastHour() });
  },
  webhookNotFound: () => call({ webhookId: crypto.randomUUID() }),
  disabled: async () => {
    const { merchant, storeId, webhookId } = await makeOutage();
    await test.database.query(
      sql`update webhook set disabled_at = ${test.clock.now()} where id = ${webhookId}`,
    );
    return merchant.call(path, { storeId, webhookId, ...lastHour() });
  },
  tooMany: async () => {
    const { merchant, storeId, webhookId } = await makeOutage();
    const id = decodeId('STO', storeId);
    await test.database.query(sql`
      with made as (
        insert into event (id, store_id, environment, type, event_id, body, created_at)
        select gen_random_uuid(), ${id}, 'test', 'order.completed', 'PAY_1', '{}', ${test.clock.now()}
        from generate_series(0, ${MAX_RESENT}::int)
        returning id
      )
      insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
      select gen_random_uuid(), ${id}, id, ${webhookId}, 'failed', ${test.clock.now()},
        ${test.clock.now()} from made`);
    return merchant.call(path, { storeId, ...lastHour() });
  },
});
