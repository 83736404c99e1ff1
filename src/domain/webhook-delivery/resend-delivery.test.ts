import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { WEBHOOK_DELIVERY_MOVES } from '../../events/webhook-delivery.states.ts';
import { resendDelivery } from './resend-delivery.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60' });
closeReceivers();

/** A store with one attempted delivery; the receiver answers with the statuses in turn. */
async function makeSetting(...statuses: number[]) {
  const receiver = await startReceiver((response, _request, count) => {
    response.writeHead(statuses[count - 1] ?? 200).end();
  });
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const { id: webhookId } = await makeWebhook(merchant, storeId, receiver.url);
  await emit(test, storeId);
  await test.app.worker.runOnce();
  const [delivery] = await readDeliveries(test, storeId);
  return { receiver, merchant, storeId, webhookId, id: delivery?.id ?? '' };
}

describe('webhook-delivery/resend-delivery', () => {
  it('makes a new attempt with the same body and delivery id', async () => {
    const { receiver, merchant, storeId, id } = await makeSetting(200);
    const reply = await merchant.call('webhook-delivery/resend-delivery', { id });
    expect(reply.body.data.delivery).toMatchObject({
      id,
      storeId,
      eventType: 'order.completed',
      status: 'pending',
      attemptCount: 1,
    });
    await test.app.worker.runOnce();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature']);
    const [delivery] = await readDeliveries(test, storeId);
    expect(delivery).toMatchObject({ status: 'success', attempts: 2 });
  });

  it('makes one attempt at a permanently failed delivery', async () => {
    const { receiver, merchant, storeId, id } = await makeSetting(500, 500, 500);
    test.clock.advance(70_000);
    await test.app.worker.runOnce();
    await merchant.call('webhook-delivery/resend-delivery', { id });
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(3);
    expect(await readDeliveries(test, storeId)).toMatchObject([{ status: 'failed', attempts: 3 }]);
  });

  it('replays the answer for the same idempotency key and sends once', async () => {
    const { receiver, merchant, id } = await makeSetting(200);
    const headers = { 'x-idempotency-key': 'one-resend' };
    const path = 'webhook-delivery/resend-delivery';
    const first = await merchant.call(path, { id }, { headers });
    await test.app.worker.runOnce();
    const second = await merchant.call(path, { id }, { headers });
    await test.app.worker.runOnce();
    expect(second.text).toBe(first.text);
    expect(receiver.received).toHaveLength(2);
  });

  it('has the same moves as the database', async () => {
    const rows = await test.database.query(sql`
      select from_state as "from", to_state as "to" from state_move
      where machine = 'webhook_delivery'`);
    expect(rows).toHaveLength(WEBHOOK_DELIVERY_MOVES.length);
    expect(rows).toEqual(expect.arrayContaining([...WEBHOOK_DELIVERY_MOVES]));
  });

  it('makes no other move in the database', async () => {
    const { id } = await makeSetting(200);
    const move = (status: string) =>
      test.database.query(sql`update webhook_delivery set status = ${status} where id = ${id}`);
    const statuses = ['pending', 'success', 'failed'] as const;
    for (const from of statuses) {
      for (const to of statuses) {
        await move('pending');
        await move(from);
        const isLegal = WEBHOOK_DELIVERY_MOVES.some((one) => one.from === from && one.to === to);
        if (isLegal || from === to) await move(to);
        else await expect(move(to)).rejects.toThrow('illegal move of webhook_delivery');
      }
    }
  });
});

const path = 'webhook-delivery/resend-delivery';

describeErrorRows(resendDelivery, {
  missingId: async () => (await makeMerchant(test)).call(path, {}),
  forbidden: async () => {
    const { merchant, storeId, id } = await makeSetting(200);
    expect((await merchant.call(path, { id }, { environment: 'prod' })).status).toBe(403);
    return (await makeMember(test, merchant, storeId, 'member')).call(path, { id });
  },
  notFound: async () => {
    const { id } = await makeSetting(200);
    expect((await (await makeMerchant(test)).call(path, { id: 'x' })).status).toBe(404);
    return (await makeMerchant(test)).call(path, { id });
  },
  removed: async () => {
    const { merchant, webhookId, id } = await makeSetting(200);
    await merchant.call('store/remove-webhook', { id: webhookId });
    return merchant.call(path, { id });
  },
  disabled: async () => {
    const { merchant, id } = await makeSetting(410);
    return merchant.call(path, { id });
  },
});
