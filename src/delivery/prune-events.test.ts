import { expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { listLogPartitions } from '../events/log-partitions.queries.ts';
import { DAY_MS } from '../kit/period.ts';

const test = useTestApp();
closeReceivers();

it('keeps events, deliveries and attempts for 90 days', async () => {
  // In the first partition, rows are deleted when they expire. It ends two days after the template
  // of test databases was made, which may be long ago.
  const [first] = await listLogPartitions(test.database);
  test.clock.advance(Number(first?.until) - DAY_MS - test.clock.now().getTime());
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const receiver = await startReceiver();
  await makeWebhook(merchant, storeId, receiver.url);
  await emit(test, storeId);
  await test.app.worker.runOnce();
  test.clock.advance(89 * DAY_MS);
  const recent = await emit(test, storeId);
  await test.app.worker.runOnce();
  expect(await readDeliveries(test, storeId)).toHaveLength(2);
  test.clock.advance(2 * DAY_MS);
  await test.app.worker.runOnce();
  const left = await readDeliveries(test, storeId);
  expect(left).toMatchObject([{ eventId: recent, status: 'success', attempts: 1 }]);
});
