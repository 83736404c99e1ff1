import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp({ RATE_LIMITS: 'on' });

describe('mails that a merchant sends to addresses of their choice', () => {
  it.each([
    ['store-merchant/add-merchant', { role: 'member' }, 20],
    ['store/bind-support-email', {}, 10],
  ])('by %s are so many a minute, in all their stores', async (path, fields, atOnce) => {
    const merchant = await makeMerchant(test);
    const stores = [await makeStore(merchant), await makeStore(merchant)];
    test.clock.stop();
    const statuses: number[] = [];
    for (let nth = 0; nth <= atOnce; nth += 1) {
      const { id: storeId = '' } = stores[nth % 2] ?? {};
      const body = { ...fields, storeId, email: `stranger-${nth}@example.com` };
      statuses.push((await merchant.call(path, body)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: atOnce }, () => 200), 429]);
  });
});
