import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, type Received, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { newUuid } from '../../kit/id.ts';
import { sendTestEvent } from './send-test-event.ts';

const test = useTestApp();
closeReceivers();

async function makeSetting(url = 'https://hooks.example.com/') {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const { id: webhookId } = await makeWebhook(merchant, storeId, url);
  return { merchant, storeId, webhookId };
}

async function send(change: Readonly<Record<string, unknown>>) {
  const { merchant, storeId } = await makeSetting();
  return merchant.call('store/send-test-event', { storeId, ...change });
}

describe('store/send-test-event', () => {
  it('delivers a sample of any type, signed like other events and marked as a sample', async () => {
    const receiver = await startReceiver();
    const { merchant, storeId, webhookId } = await makeSetting(receiver.url);
    for (const eventType of EVENT_TYPES) {
      const body = { storeId, webhookId, eventType, data: { amount: '12.00', sample: false } };
      const reply = await merchant.call('store/send-test-event', body);
      expect(reply.body.data).toMatchObject({
        event: { storeId, eventType },
        deliveries: [{ webhookId }],
      });
      await test.app.worker.runOnce();
      const received = receiver.received.at(-1) as Received;
      expect(received.headers['x-service-event']).toBe(eventType);
      expect(received.headers['x-service-signature']).toMatch(/^t=\d{13},v1=/);
      expect(JSON.parse(received.body)).toMatchObject({
        eventType,
        mode: 'test',
        data: { amount: '12.00', sample: true },
      });
    }
    expect(receiver.received).toHaveLength(EVENT_TYPES.length);
  });

  it('gives each sample an ID of its own, by which a receiver may deduplicate', async () => {
    const receiver = await startReceiver();
    const { merchant, storeId } = await makeSetting(receiver.url);
    for (let count = 0; count < 2; count += 1) {
      await merchant.call('store/send-test-event', { storeId, eventType: 'order.completed' });
      await test.app.worker.runOnce();
    }
    const ids = receiver.received.map(({ body }) => JSON.parse(body).id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
    expect(ids).toEqual(receiver.received.map(({ headers }) => headers['webhook-id']));
  });

  it('goes to all webhooks of the environment if none is named', async () => {
    const [first, second, prod] = await Promise.all([1, 2, 3].map(() => startReceiver()));
    const { merchant, storeId } = await makeSetting(first?.url);
    await makeWebhook(merchant, storeId, second?.url ?? '', { events: ['refund.failed'] });
    await makeWebhook(merchant, storeId, prod?.url ?? '', { testMode: false });
    await merchant.call('store/send-test-event', { storeId, eventType: 'order.completed' });
    await test.app.worker.runOnce();
    expect([first, second, prod].map((one) => one?.received.length)).toEqual([1, 1, 0]);
  });

  it('replays the answer for the same idempotency key and sends once', async () => {
    const receiver = await startReceiver();
    const { merchant, storeId } = await makeSetting(receiver.url);
    const headers = { 'x-idempotency-key': 'one-sample' };
    const first = await merchant.call('store/send-test-event', { storeId }, { headers });
    const second = await merchant.call('store/send-test-event', { storeId }, { headers });
    expect(second.text).toBe(first.text);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
  });

  it('records nothing if it is refused', async () => {
    const { merchant, storeId } = await makeSetting();
    const body = { storeId, webhookId: newUuid(new Date()) };
    expect((await merchant.call('store/send-test-event', body)).status).toBe(404);
    expect(await readDeliveries(test, storeId)).toHaveLength(0);
  });
});

describeErrorRows(sendTestEvent, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'PROD_1', send: () => send({ storeId: 'PROD_1' }) },
  unknownEvent: { got: 'order.lost', send: () => send({ eventType: 'order.lost' }) },
  invalidFields: () => send({ data: 'text' }),
  forbidden: async () => {
    const { merchant, storeId, webhookId } = await makeSetting();
    const body = { storeId, webhookId };
    const options = { environment: 'prod' } as const;
    expect((await merchant.call('store/send-test-event', body, options)).status).toBe(403);
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call('store/send-test-event', body);
  },
  storeNotFound: async () => {
    const { storeId } = await makeSetting();
    return (await makeMerchant(test)).call('store/send-test-event', { storeId });
  },
  notFound: async () => {
    const { webhookId } = await makeSetting();
    return send({ webhookId });
  },
  disabled: async () => {
    const gone = await startReceiver((response) => response.writeHead(410).end());
    const { merchant, storeId, webhookId } = await makeSetting(gone.url);
    await emit(test, storeId);
    await test.app.worker.runOnce();
    return merchant.call('store/send-test-event', { storeId, webhookId });
  },
  noWebhooks: async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    return merchant.call('store/send-test-event', { storeId });
  },
});
