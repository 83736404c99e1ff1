import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { countWaiting } from '../../../test/support/lock-waits.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { recordAttempts } from '../../events/attempt.queries.ts';
import { type ClaimedDelivery, claimDueDeliveries } from '../../events/delivery.queries.ts';
import { requeueDelivery } from '../../events/requeue.queries.ts';
import { newUuid } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '3600' });
closeReceivers();

/** Resends a delivery during its attempt of this number, which ends with the status. */
async function resendDuring(attempt: number, status: number) {
  let answer = () => {};
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const receiver = await startReceiver((response, _request, count) => {
    if (count !== attempt) return void response.writeHead(count < attempt ? 500 : 200).end();
    answer = () => response.writeHead(status).end();
    arrive();
  });
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  await makeWebhook(merchant, storeId, receiver.url);
  await emit(test, storeId);
  for (let count = 1; count < attempt; count += 1) {
    await test.app.worker.runOnce();
    test.clock.advance(2 * 3_600_000);
  }
  const running = test.app.worker.runOnce();
  await arrived;
  const [delivery] = await readDeliveries(test, storeId);
  const reply = await merchant.call('webhook-delivery/resend-delivery', { id: delivery?.id });
  answer();
  await running;
  return { receiver, reply, deliveries: await readDeliveries(test, storeId) };
}

describe('a delivery that is resent during an attempt', () => {
  it.each([
    ['fails', 1, 500],
    ['is the last and fails', 2, 500],
    ['succeeds', 1, 200],
  ])('is attempted again when that %s', async (_name, attempt, status) => {
    const { receiver, reply, deliveries } = await resendDuring(attempt, status);
    expect(reply.body.data.delivery).toMatchObject({ status: 'pending' });
    expect(receiver.received).toHaveLength(attempt + 1);
    expect(deliveries).toMatchObject([{ status: 'success', attempts: attempt + 1 }]);
  });

  it('is due even if the attempt was being recorded', needs('server'), async () => {
    const merchant = await makeMerchant(test);
    const { id } = await makeStore(merchant);
    const storeId = uuidOf('STO', id);
    await makeWebhook(merchant, id, 'https://hooks.example.com/');
    await emit(test, id);
    const now = test.clock.now();
    const limits = { all: 1, failing: 1, perWebhook: 1, perChannel: {} };
    const claim = claimDueDeliveries(test.database, storeId, limits, now, addMs(now, 30_000));
    const [delivery] = (await claim) as [ClaimedDelivery];
    const { eventId, leasedUntil } = delivery;
    const record = {
      ...{ storeId, deliveryId: delivery.id, eventId, leasedUntil, attemptId: newUuid(now) },
      ...{ status: 'failed' as const, dueAt: addMs(now, 3_600_000), attemptedAt: now },
      ...{ durationMs: 5, httpStatus: 500, responseBody: '', failure: 'Status 500' },
      ...{ isGone: false, pacedUntil: null },
    };
    let recording: Promise<unknown> = Promise.resolve();
    await test.database.transaction(async (tx) => {
      await requeueDelivery(tx, storeId, delivery.id, now);
      recording = recordAttempts(test.database, storeId, [record]);
      recording.catch(() => {});
      await expect.poll(() => countWaiting(test.database)).toBe(1);
    });
    await recording;
    const [stored] = await readDeliveries(test, id);
    expect(stored).toMatchObject({ status: 'pending', attempts: 1, dueAt: now });
  });
});
