import { describe, expect, it } from 'vitest';
import { disputeObstacle, refundableAmount, refundObstacle } from './refundable.ts';
import { storeNow } from './store-now.ts';

const PAID = '2026-09-01T00:00:00.000Z';
const ticket = (status: string, amount: string) => ({ status, requestedAmountDetails: { amount } });
const paymentWith = (...refundTickets: ReturnType<typeof ticket>[]) => ({
  ...{ id: 'PAY_1', paidAt: PAID, amount: { display: '9.90', currency: 'USD' } },
  refundTickets,
  disputes: [],
});
const soon = new Date('2026-09-15T00:00:00.000Z');

describe('a refund', () => {
  it('is offered for the amount that no other refund or request claims', () => {
    const payment = paymentWith(
      ticket('succeeded', '4.10'),
      ticket('pending', '0.70'),
      ticket('rejected', '9.90'),
      ticket('failed', '1.00'),
    );
    expect(refundableAmount(payment)).toBe('5.10');
    expect(refundObstacle(payment, soon)).toBeNull();
  });

  it('of yen has no decimals', () => {
    const amount = { display: '1200', currency: 'JPY' };
    expect(refundableAmount({ ...paymentWith(ticket('succeeded', '200')), amount })).toBe('1000');
  });

  it('is not offered when nothing is left, even if a refund is still open', () => {
    expect(refundObstacle(paymentWith(ticket('succeeded', '9.90')), soon)).toBe('Fully refunded.');
    const open = paymentWith(ticket('succeeded', '9.00'), ticket('under_review', '0.90'));
    expect(refundObstacle(open, soon)).toBe('A refund of the full amount is pending.');
  });

  it('is not offered while the payment is disputed, or after that is lost', () => {
    const disputed = (status: string) => ({ ...paymentWith(), disputes: [{ status }] });
    for (const status of ['open', 'lost']) {
      expect(refundObstacle(disputed(status), soon)).toMatch(/disputed/);
      expect(disputeObstacle(disputed(status))).toMatch(/disputed/);
    }
    expect(disputeObstacle(disputed('won'))).toBeNull();
    expect(refundObstacle(disputed('won'), soon)).toBeNull();
  });

  it('is not offered more than 14 days after the payment, by the store’s clock', () => {
    const ahead = '2026-09-15T00:00:00.001Z';
    expect(refundObstacle(paymentWith(), storeNow('test', ahead, soon))).toMatch(/14 days/);
    expect(storeNow('test', '2026-09-02T00:00:00.000Z', soon)).toEqual(soon);
    expect(storeNow('test', null, soon)).toEqual(soon);
  });

  it('in live ignores the test clock', () => {
    expect(storeNow('prod', '2027-01-01T00:00:00.000Z', soon)).toEqual(soon);
  });
});
