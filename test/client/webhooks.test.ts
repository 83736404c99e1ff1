import { WaffoPancake } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { makeMerchant } from '../support/merchant.ts';
import { closeReceivers, type Received, startReceiver } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit } from '../support/webhook.ts';

const test = useTestApp();
closeReceivers();

/** The published client, unmodified, with the service's own webhook keys. */
async function makeClient(environment: 'test' | 'prod') {
  const merchant = await makeMerchant(test);
  const keys = await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`);
  const pem = merchant.keys[environment].privateKey.export({ type: 'pkcs8', format: 'pem' });
  const client = new WaffoPancake({
    merchantId: merchant.shortId,
    privateKey: pem.toString(),
    baseUrl: test.baseUrl,
    webhookPublicKey: (await keys.json()) as { test: string; prod: string },
  });
  const { store } = await client.stores.create({ name: 'Shop' });
  return { client, storeId: store.id };
}

describe('the published client: webhooks', () => {
  it.each([
    'test',
    'prod',
  ] as const)('adds a %s webhook and verifies its deliveries', async (mode) => {
    const receiver = await startReceiver();
    const { client, storeId } = await makeClient(mode);
    const { webhook } = await client.webhooks.add({
      storeId,
      channel: 'http',
      url: receiver.url,
      events: ['order.completed'],
      testMode: mode === 'test',
    });
    expect(webhook).toMatchObject({ storeId, channel: 'http', url: receiver.url, secret: null });
    const eventId = await emit(test, storeId, 'order.completed', mode);
    await test.app.worker.runOnce();
    const { body, headers } = receiver.received[0] as Received;
    const signature = String(headers['x-waffo-signature']);
    const event = client.webhooks.verify(body, signature);
    expect(event).toMatchObject({ eventType: 'order.completed', eventId, storeId, mode });
    const other = mode === 'test' ? 'prod' : 'test';
    const wrongKey = () => client.webhooks.verify(body, signature, { environment: other });
    expect(wrongKey).toThrow();
    expect(() => client.webhooks.verify(`${body} `, signature)).toThrow();
  });

  it('updates and removes a webhook', async () => {
    const { client, storeId } = await makeClient('test');
    const { webhook } = await client.webhooks.add({
      storeId,
      channel: 'http',
      url: 'https://hooks.example.com/',
      events: ['order.completed'],
      testMode: true,
      secret: 'mine',
    });
    const { id } = webhook;
    const updated = await client.webhooks.update({ id, events: ['refund.succeeded'] });
    expect(updated.webhook).toMatchObject({ id, events: ['refund.succeeded'], secret: 'mine' });
    const removed = await client.webhooks.remove({ id });
    expect(removed.webhook).toEqual(updated.webhook);
    await expect(client.webhooks.remove({ id })).rejects.toMatchObject({ status: 404 });
  });
});
