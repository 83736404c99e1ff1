import { describe, expect, it } from 'vitest';
import { sortMoments } from '../../parts/timeline.ts';
import type { Subscription } from './subscription-fields.ts';
import { subscriptionMoments } from './subscription-moments.ts';

const payment = {
  id: 'PAY_1',
  orderId: 'ORD_1',
  refundStatus: 'none',
  paymentMethod: 'card',
  failureReason: null,
  amount: { display: '9.90', currency: 'USD' },
  cardInfo: null,
  ...{ refundTickets: [], disputes: [], fraudWarnings: [] },
};
const phase = { subtotal: '9.90', taxAmount: '0.00', total: '9.90' };
const ticket = {
  id: 'TKT_1',
  status: 'succeeded',
  reason: 'Too slow',
  createdAt: '2026-02-03T00:00:00.000Z',
  executedAt: '2026-02-04T00:00:00.000Z',
  requestedAmountDetails: { amount: '4.00', currency: 'USD' },
};
const second = { ...payment, id: 'PAY_2', periodNumber: 2 };
const subscription = {
  id: 'ORD_1',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  canceledAt: null,
  willRenew: true,
  scheduledChange: null,
  disputes: [],
  currentPeriodEnd: '2026-03-01T00:00:00.000Z',
  isInTrial: false,
  priceSnapshot: {
    currency: 'USD',
    specialPhaseDays: null,
    specialPhase: null,
    regularPhase: phase,
  },
  payments: [
    { ...second, status: 'succeeded', createdAt: '2026-02-01T00:00:00.000Z' },
    { ...payment, status: 'succeeded', periodNumber: 1, createdAt: '2026-01-01T00:00:01.000Z' },
  ],
} as unknown as Subscription;

const momentsOf = (given: object) =>
  sortMoments(subscriptionMoments({ ...subscription, ...given } as Subscription));
const titles = (given: object) => momentsOf(given).map(({ title }) => title);

describe('the timeline of a subscription', () => {
  it('starts with the next charge and ends with the order', () => {
    expect(titles({})).toEqual(['Renews for $9.90', 'Paid $9.90', 'Paid $9.90', 'Ordered']);
  });

  it('distinguishes a retry from a payment, and shows refunds', () => {
    const failed = { ...second, status: 'failed', failureReason: 'card_declined' };
    const payments = [
      { ...second, id: 'PAY_4', status: 'succeeded', createdAt: '2026-02-03T00:00:00.000Z' },
      {
        ...failed,
        id: 'PAY_3',
        createdAt: '2026-02-02T00:00:00.000Z',
        refundTickets: [],
        disputes: [],
      },
      { ...failed, createdAt: '2026-02-01T00:00:00.000Z', refundTickets: [ticket] },
    ];
    expect(titles({ payments, currentPeriodEnd: null })).toEqual([
      'Refunded $4.00',
      'Paid $9.90 on retry',
      'Refund of $4.00 requested',
      'Retry of $9.90 failed',
      'Payment of $9.90 failed',
      'Ordered',
    ]);
  });

  it('names the end of a trial and its price', () => {
    expect(titles({ isInTrial: true, payments: [] })[0]).toBe('Trial ends, then $9.90');
  });

  it('names the plan of a confirmed change instead of a renewal and its price', () => {
    const scheduledChange = { id: 'ORD_2', subscriptionProduct: { name: 'Basic' } };
    for (const isInTrial of [false, true]) {
      const [first] = momentsOf({ scheduledChange, isInTrial });
      expect(first).toMatchObject({ title: 'Changes to Basic', page: 'subscriptions/ORD_2' });
    }
  });

  it('shows no renewal while a dispute keeps it from renewing, whichever plan was disputed', () => {
    const disputes = [{ status: 'open' }];
    expect(titles({ disputes })[0]).toBe('Paid $9.90');
    expect(titles({ disputes, status: 'canceling', willRenew: false })[0]).toBe('Ends');
  });

  it('says that a canceled one ends without a charge', () => {
    const canceledAt = '2026-02-10T00:00:00.000Z';
    const [ends, requested] = titles({ status: 'canceling', canceledAt });
    expect([ends, requested]).toEqual(['Ends', 'Cancellation requested']);
  });

  it('shows an unpaid period as a problem', () => {
    const [first] = momentsOf({ status: 'past_due' });
    expect(first).toMatchObject({ title: 'Unpaid: $9.90', kind: 'problem' });
  });

  it('shows no future entry for one that has ended', () => {
    expect(titles({ status: 'canceled' })[0]).toBe('Paid $9.90');
  });
});
