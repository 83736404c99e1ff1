import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { removeWebhook } from './remove-webhook.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60' });
closeReceivers();

async function makeSetting(url = 'https://hooks.example.com/') {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const webhook = await makeWebhook(merchant, storeId, url);
  return { merchant, storeId, webhook, id: webhook.id };
}

describe('store/remove-webhook', () => {
  it('returns the removed webhook, once', async () => {
    const { merchant, id, webhook } = await makeSetting();
    const reply = await merchant.call('store/remove-webhook', { id });
    expect(reply.body.data.webhook).toEqual(webhook);
    expect((await merchant.call('store/remove-webhook', { id })).status).toBe(404);
  });

  it('leaves deliveries as history and makes no new attempt', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { merchant, storeId, id } = await makeSetting(receiver.url);
    await emit(test, storeId);
    await test.app.worker.runOnce();
    await emit(test, storeId);
    await merchant.call('store/remove-webhook', { id });
    await emit(test, storeId);
    test.clock.advance(70_000);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    const deliveries = await readDeliveries(test, storeId);
    expect(deliveries.map(({ status, failure, attempts }) => [status, failure, attempts])).toEqual([
      ['failed', 'Webhook was removed', 1],
      ['failed', 'Webhook was removed', 0],
    ]);
  });

  it('is not undone by an attempt in progress', async () => {
    const removing: { remove?: () => Promise<unknown> } = {};
    const receiver = await startReceiver(async (response) => {
      await removing.remove?.();
      response.end();
    });
    const { merchant, storeId, id } = await makeSetting(receiver.url);
    removing.remove = () => merchant.call('store/remove-webhook', { id });
    await emit(test, storeId);
    await test.app.worker.runOnce();
    const [delivery] = await readDeliveries(test, storeId);
    expect(delivery).toMatchObject({ status: 'failed', failure: 'Webhook was removed' });
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, id } = await makeSetting();
    const headers = { 'x-idempotency-key': 'one-removal' };
    const first = await merchant.call('store/remove-webhook', { id }, { headers });
    const second = await merchant.call('store/remove-webhook', { id }, { headers });
    expect(second.text).toBe(first.text);
  });
});

describeErrorRows(removeWebhook, {
  missingId: async () => (await makeMerchant(test)).call('store/remove-webhook', {}),
  forbidden: async () => {
    const { merchant, storeId, id } = await makeSetting();
    const options = { environment: 'prod' } as const;
    expect((await merchant.call('store/remove-webhook', { id }, options)).status).toBe(403);
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call('store/remove-webhook', { id });
  },
  notFound: async () => {
    const { merchant, id } = await makeSetting();
    const stranger = await makeMerchant(test);
    const reply = await stranger.call('store/remove-webhook', { id });
    expect((await merchant.call('store/remove-webhook', { id })).status).toBe(200);
    return reply;
  },
});
