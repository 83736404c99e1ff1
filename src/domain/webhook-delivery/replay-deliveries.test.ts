import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { MAX_RESENT } from './time-span.ts';

const test = useTestApp();
closeReceivers();

const path = 'webhook-delivery/replay-deliveries';
const isoAt = (offsetMs: number) => new Date(test.clock.now().getTime() + offsetMs).toISOString();
const lastHour = () => ({ from: isoAt(-3_600_000), to: isoAt(60_000) });

async function makeSetting() {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const receiver = await startReceiver();
  for (const type of ['order.completed', 'order.completed', 'refund.failed'] as const) {
    await emit(test, storeId, type);
  }
  const { id: webhookId } = await makeWebhook(merchant, storeId, receiver.url);
  return { merchant, storeId, receiver, webhookId };
}

describe(path, () => {
  it('sends a new webhook the earlier events it subscribes to, once', async () => {
    const { merchant, storeId, receiver, webhookId } = await makeSetting();
    const headers = { 'x-idempotency-key': 'replay-once' };
    const body = { webhookId, ...lastHour() };
    const first = await merchant.call(path, body, { headers });
    expect(first.body.data).toEqual({ storeId, webhookId, queued: 2 });
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(2);
    expect((await merchant.call(path, body, { headers })).text).toBe(first.text);
    expect((await merchant.call(path, body)).body.data.queued).toBe(0);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(2);
  });

  it('sends nothing outside the time range', async () => {
    const { merchant, webhookId } = await makeSetting();
    const span = { from: isoAt(-7_200_000), to: isoAt(-3_600_000) };
    expect((await merchant.call(path, { webhookId, ...span })).body.data.queued).toBe(0);
  });
});

const call = async (body: Readonly<Record<string, unknown>>) =>
  (await makeMerchant(test)).call(path, { webhookId: crypto.randomUUID(), ...lastHour(), ...body });

describeErrorRows(replayDeliveries, {
  missingId: () => call({ webhookId: null }),
  missingFrom: () => call({ from: null }),
  invalidFrom: () => call({ from: '1772000000' }),
  missingTo: () => call({ to: null }),
  invalidTo: () => call({ to: 'now' }),
  emptySpan: () => call({ from: '2026-02-03T00:00:00Z', to: '2026-02-02T00:00:00Z' }),
  forbidden: async () => {
    const { merchant, storeId, webhookId } = await makeSetting();
    const body = { webhookId, ...lastHour() };
    expect((await merchant.call(path, body, { environment: 'prod' })).status).toBe(403);
    return (await makeMember(test, merchant, storeId, 'member')).call(path, body);
  },
  notFound: async () => {
    const { webhookId } = await makeSetting();
    expect((await call({ webhookId: 'x' })).status).toBe(404);
    return call({ webhookId });
  },
  disabled: async () => {
    const { merchant, webhookId } = await makeSetting();
    const at = test.clock.now();
    await test.database.query(sql`update webhook set disabled_at = ${at} where id = ${webhookId}`);
    return merchant.call(path, { webhookId, ...lastHour() });
  },
  tooMany: async () => {
    const { merchant, storeId, webhookId } = await makeSetting();
    const id = decodeId('STO', storeId);
    await test.database.query(sql`
      insert into event (id, store_id, environment, type, event_id, body, created_at)
      select gen_random_uuid(), ${id}, 'test', 'order.completed', 'PAY_1', '{}', ${test.clock.now()}
      from generate_series(0, ${MAX_RESENT}::int)`);
    return merchant.call(path, { webhookId, ...lastHour() });
  },
});
