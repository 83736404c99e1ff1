import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { recordEvent } from '../events/record-event.ts';
import { decodeId, type Id } from '../kit/id.ts';

const test = useTestApp({
  WEBHOOK_RETRY_SCHEDULE: '5,300',
  WEBHOOK_TIMEOUT_MS: '3000',
});
closeReceivers();

const hour = 3_600_000;

async function makeSetting(url: string, more: Readonly<Record<string, unknown>> = {}) {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant, 'Café');
  const webhook = await makeWebhook(merchant, store.id, url, more);
  return { merchant, store, webhook };
}

describe('delivery', () => {
  it('gives up at the end of the schedule', async () => {
    const receiver = await startReceiver((response) => {
      response.statusCode = 503;
      response.end();
    });
    const { store } = await makeSetting(receiver.url);
    await emit(test, store.id);
    for (let round = 0; round < 4; round += 1) {
      await test.app.worker.runOnce();
      test.clock.advance(hour);
    }
    expect(receiver.received).toHaveLength(3);
    const [delivery] = await readDeliveries(test, store.id);
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 3, failure: 'Status 503' });
  });

  it('waits as long as Retry-After asks, but at most an hour', async () => {
    const receiver = await startReceiver((response) => {
      response.statusCode = 429;
      response.setHeader('retry-after', '999999');
      response.end();
    });
    const { store } = await makeSetting(receiver.url);
    await emit(test, store.id);
    await test.app.worker.runOnce();
    const [delivery] = await readDeliveries(test, store.id);
    const pause = (delivery?.dueAt.getTime() ?? 0) - test.clock.now().getTime();
    expect(pause).toBeGreaterThan(hour - 10_000);
    expect(pause).toBeLessThanOrEqual(hour);
  });

  it('is not restarted by the worker that is running it, however long it takes', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const silent = await startReceiver(() => arrive());
    const quick = await startReceiver(async (response) => {
      await arrived;
      // The other attempt's lease expires, and the end of this one makes the worker poll again.
      test.clock.advance(hour);
      response.end();
    });
    const { merchant, store } = await makeSetting(silent.url);
    await makeWebhook(merchant, store.id, quick.url);
    await emit(test, store.id);
    await test.app.worker.runOnce();
    expect(silent.received).toHaveLength(1);
    const deliveries = await readDeliveries(test, store.id);
    expect(deliveries.map(({ attemptCount }) => attemptCount)).toEqual([1, 1]);
  });

  it('follows no redirect', async () => {
    const target = await startReceiver();
    const receiver = await startReceiver((response) => {
      response.writeHead(307, { location: target.url }).end();
    });
    const { store } = await makeSetting(receiver.url);
    await emit(test, store.id);
    await test.app.worker.runOnce();
    const [delivery] = await readDeliveries(test, store.id);
    expect(delivery).toMatchObject({ status: 'pending', failure: 'Status 307' });
    expect(target.connections()).toBe(0);
  });

  it('leaves no event behind when the change rolls back', async () => {
    const receiver = await startReceiver();
    const { store } = await makeSetting(receiver.url);
    const event = {
      storeId: decodeId('STO', store.id) as Id<'STO'>,
      environment: 'test' as const,
      type: 'order.completed' as const,
      eventId: 'PAY_rolled_back',
      data: {},
    };
    const change = test.database.transaction(async (tx) => {
      await recordEvent(tx, event, test.clock.now());
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    await test.app.worker.runOnce();
    expect(await readDeliveries(test, store.id)).toHaveLength(0);
    expect(receiver.connections()).toBe(0);
  });

  it('delivers an event once to each subscribed webhook, and to no other', async () => {
    const [wanted, second, other, prod] = await Promise.all(
      [1, 2, 3, 4].map(() => startReceiver()),
    );
    const { merchant, store } = await makeSetting(wanted?.url ?? '');
    await makeWebhook(merchant, store.id, second?.url ?? '');
    await makeWebhook(merchant, store.id, other?.url ?? '', { events: ['refund.failed'] });
    await makeWebhook(merchant, store.id, prod?.url ?? '', { testMode: false });
    await emit(test, store.id);
    await test.app.worker.runOnce();
    const counts = [wanted, second, other, prod].map((receiver) => receiver?.received.length);
    expect(counts).toEqual([1, 1, 0, 0]);
  });
});
