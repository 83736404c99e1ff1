import { describe, expect, it } from 'vitest';
import type { Subscription } from './subscription-fields.ts';
import { timelineOf } from './timeline.ts';

const payment = {
  id: 'PAY_1',
  orderId: 'ORD_1',
  refundStatus: 'none',
  paymentMethod: 'card',
  failureReason: null,
  amount: { display: '9.90', currency: 'USD' },
  cardInfo: null,
};
const phase = { subtotal: '9.90', taxAmount: '0.00', total: '9.90' };
const subscription = {
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  canceledAt: null,
  currentPeriodEnd: '2026-03-01T00:00:00.000Z',
  isInTrial: false,
  priceSnapshot: {
    currency: 'USD',
    specialPhaseDays: null,
    specialPhase: null,
    regularPhase: phase,
  },
  payments: [
    { ...payment, status: 'succeeded', periodNumber: 2, createdAt: '2026-02-01T00:00:00.000Z' },
    { ...payment, status: 'succeeded', periodNumber: 1, createdAt: '2026-01-01T00:00:01.000Z' },
  ],
} as unknown as Subscription;

const titles = (given: Partial<Subscription>) =>
  timelineOf({ ...subscription, ...given }).map(({ title }) => title);

describe('the timeline of a subscription', () => {
  it('tells what happened in its order, then the next charge', () => {
    expect(titles({})).toEqual([
      'Ordered',
      'Paid 9.90 USD',
      'Paid 9.90 USD',
      'Renews for 9.90 USD',
    ]);
  });

  it('names the end of a trial and its price', () => {
    expect(titles({ isInTrial: true, payments: [] }).at(-1)).toBe('Trial ends, then 9.90 USD');
  });

  it('says that a canceled one ends without a charge', () => {
    const canceledAt = '2026-02-10T00:00:00.000Z';
    expect(titles({ status: 'canceling', canceledAt }).slice(-2)).toEqual([
      'Cancellation requested',
      'Ends',
    ]);
  });

  it('shows an unpaid period as a problem', () => {
    const last = timelineOf({ ...subscription, status: 'past_due' }).at(-1);
    expect(last).toMatchObject({ title: 'Unpaid: 9.90 USD', kind: 'problem' });
  });

  it('foretells nothing of one that has ended', () => {
    expect(titles({ status: 'canceled' }).at(-1)).toBe('Paid 9.90 USD');
  });
});
