import { describe, expect, it } from 'vitest';
import { deliverOnce } from '../../test/support/delivering.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';

/** A lease is three times as long. */
const TIMEOUT_MS = 2_000;
const test = useTestApp({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
closeReceivers();

describe('an attempt whose message takes longer than its lease', () => {
  it.each([
    ['is not posted: another worker may have claimed it', 3 * TIMEOUT_MS, 0],
    ['is posted within it', 3 * TIMEOUT_MS - 1_000, 1],
  ])('%s', async (_name, tookMs, posts) => {
    const receiver = await startReceiver();
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    await makeWebhook(merchant, storeId, receiver.url);
    await emit(test, storeId);
    await deliverOnce(test, (keys) => ({
      ...keys,
      sign: (...text) => {
        test.clock.advance(tookMs);
        return keys.sign(...text);
      },
    }));
    expect(receiver.received).toHaveLength(posts);
    const [delivery] = await readDeliveries(test, storeId);
    expect(delivery?.status).toBe(posts === 1 ? 'success' : 'pending');
  });
});
