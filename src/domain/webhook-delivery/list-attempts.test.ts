import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { listAttempts } from './list-attempts.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60' });
closeReceivers();
const path = 'webhook-delivery/list-attempts';

/** A delivery that failed at first and then succeeded. */
async function makeSetting() {
  const receiver = await startReceiver((response, _request, count) => {
    response.writeHead(count === 1 ? 500 : 200).end(`answer ${count}`);
  });
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  await makeWebhook(merchant, storeId, receiver.url);
  await emit(test, storeId);
  await test.app.worker.runOnce();
  test.clock.advance(70_000);
  await test.app.worker.runOnce();
  const [delivery] = await readDeliveries(test, storeId);
  return { merchant, storeId, id: delivery?.id ?? '' };
}

describe(path, () => {
  it('shows every attempt with time, duration, status and response, also to members', async () => {
    const { merchant, storeId, id } = await makeSetting();
    const member = await makeMember(test, merchant, storeId, 'member');
    const { data } = (await member.call(path, { id })).body;
    expect(data.delivery).toMatchObject({ id, storeId, status: 'success', attemptCount: 2 });
    expect(data.attempts).toMatchObject([
      { httpStatus: 200, responseBody: 'answer 2', failure: null },
      { httpStatus: 500, responseBody: 'answer 1', failure: 'Status 500' },
    ]);
    const [second, first] = data.attempts;
    expect(second.durationMs).toBeGreaterThanOrEqual(0);
    const pauseMs = Date.parse(second.attemptedAt) - Date.parse(first.attemptedAt);
    expect(pauseMs).toBeGreaterThanOrEqual(60_000);
  });
});

describeErrorRows(listAttempts, {
  missingId: async () => (await makeMerchant(test)).call(path, {}),
  forbidden: async () => {
    const { merchant, id } = await makeSetting();
    return merchant.call(path, { id }, { environment: 'prod' });
  },
  notFound: async () => {
    const { id } = await makeSetting();
    expect((await (await makeMerchant(test)).call(path, { id: 'x' })).status).toBe(404);
    return (await makeMerchant(test)).call(path, { id });
  },
});
