import { describe, expect, it } from 'vitest';
import { enterPortal } from '../support/portal.ts';
import { makeSale } from '../support/refunding.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp({ RATE_LIMITS: 'on' });
/** PDFs that one network may request at the same time. */
const AT_ONCE = 20;

describe('a receipt as PDF', () => {
  it('is rate limited per network', { timeout: 60_000 }, async () => {
    const sale = await makeSale(test);
    const visitor = await enterPortal(sale.shop);
    test.clock.stop();
    const statuses: number[] = [];
    for (let nth = 0; nth <= AT_ONCE; nth += 1) {
      // The limit of all pages refills in the meantime.
      test.clock.advance(40);
      statuses.push((await visitor.get(`/receipts/${sale.paymentId}/pdf`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: AT_ONCE }, () => 200), 429]);
    expect((await visitor.get(`/receipts/${sale.paymentId}`)).status).toBe(200);
  });
});
