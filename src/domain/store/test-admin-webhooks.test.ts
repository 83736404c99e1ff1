import { expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';

const test = useTestApp();
closeReceivers();

/** A store whose production webhook got an event, and an admin whom a test key added. */
async function makeSetting() {
  const receiver = await startReceiver();
  const owner = await makeMerchant(test);
  const { id: storeId } = await makeStore(owner);
  const { id: webhookId } = await makeWebhook(owner, storeId, receiver.url, { testMode: false });
  await emit(test, storeId, 'order.completed', 'prod');
  await test.app.worker.runOnce();
  const [delivery] = await readDeliveries(test, storeId);
  const admin = await makeMember(test, owner, storeId, 'admin');
  return { receiver, admin, storeId, webhookId, deliveryId: delivery?.id };
}

it('lets an admin whom a test key added send nothing to production webhooks', async () => {
  const { receiver, admin, storeId, webhookId, deliveryId } = await makeSetting();
  const [from, to] = [-3_600_000, 3_600_000].map((ms) =>
    new Date(test.clock.now().getTime() + ms).toISOString(),
  );
  const calls: [path: string, body: object][] = [
    ['store/send-test-event', { storeId }],
    ['store/send-test-event', { storeId, webhookId, data: { amount: '1000.00' } }],
    ['webhook-delivery/resend-delivery', { id: deliveryId }],
    ['webhook-delivery/resend-deliveries', { storeId, from, to, status: 'success' }],
    ['webhook-delivery/replay-deliveries', { webhookId, from, to }],
  ];
  for (const [path, body] of calls) {
    const reply = await admin.call(path, body, { environment: 'prod' });
    expect([path, reply.status, reply.body.errors?.[0].message]).toEqual([
      path,
      403,
      'Insufficient permissions',
    ]);
  }
  await test.app.worker.runOnce();
  expect(receiver.received).toHaveLength(1);
});

it('lets them send to test webhooks, and see attempts in production', async () => {
  const { receiver, admin, storeId, deliveryId } = await makeSetting();
  await makeWebhook(admin, storeId, receiver.url);
  expect((await admin.call('store/send-test-event', { storeId })).status).toBe(200);
  const body = { id: deliveryId };
  const options = { environment: 'prod' } as const;
  const reply = await admin.call('webhook-delivery/list-attempts', body, options);
  expect(reply.body.data.attempts).toHaveLength(1);
});
