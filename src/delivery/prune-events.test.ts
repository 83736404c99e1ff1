import { expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';

const test = useTestApp();
closeReceivers();

it('keeps events, deliveries and attempts for 90 days', async () => {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const receiver = await startReceiver();
  await makeWebhook(merchant, storeId, receiver.url);
  await emit(test, storeId);
  await test.app.worker.runOnce();
  const days = (count: number) => count * 24 * 3_600_000;
  test.clock.advance(days(89));
  const recent = await emit(test, storeId);
  await test.app.worker.runOnce();
  expect(await readDeliveries(test, storeId)).toHaveLength(2);
  test.clock.advance(days(2));
  await test.app.worker.runOnce();
  const left = await readDeliveries(test, storeId);
  expect(left).toMatchObject([{ eventId: recent, status: 'success', attempts: 1 }]);
});
