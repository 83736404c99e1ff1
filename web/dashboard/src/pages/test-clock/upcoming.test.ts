import { describe, expect, it } from 'vitest';
import { later, nextDueAfter, type RunningSubscription, upcomingOf } from './upcoming.ts';

const subscription: RunningSubscription = {
  id: 'ORD_1',
  status: 'active',
  buyerEmail: 'ann@example.com',
  nextStepAt: '2026-03-01T00:00:00.000Z',
  isInTrial: false,
  priceSnapshot: { currency: 'USD', regularPhase: { total: '9.90' } },
  subscriptionProduct: { name: 'Pro' },
  scheduledChange: null,
};

describe('what falls due', () => {
  it('is listed soonest first', () => {
    const sooner = {
      ...subscription,
      nextStepAt: '2026-02-01T00:00:00.000Z',
      isInTrial: true,
    };
    expect(upcomingOf([subscription, sooner]).map(({ what }) => what)).toEqual([
      'Trial of Pro ends and $9.90 is charged',
      'Pro renews for $9.90',
    ]);
  });

  it('includes endings and unpaid periods', () => {
    const states = ['canceling', 'past_due'].map((status) => ({ ...subscription, status }));
    expect(upcomingOf(states).map(({ what }) => what)).toEqual([
      'Pro ends',
      'Pro is past due: $9.90 will be retried',
    ]);
  });

  it('names the plan of a confirmed change instead of a renewal and its price', () => {
    const scheduledChange = { subscriptionProduct: { name: 'Basic' } };
    const [change] = upcomingOf([{ ...subscription, scheduledChange }]);
    expect(change?.what).toBe('Pro changes to Basic');
  });

  it('omits subscriptions without a next step', () => {
    expect(upcomingOf([{ ...subscription, nextStepAt: null }])).toEqual([]);
  });

  it('is next after the store’s time, even if something else is overdue', () => {
    const overdue = { ...subscription, nextStepAt: '2026-01-01T00:00:00.000Z' };
    const upcoming = upcomingOf([overdue, subscription]);
    expect(nextDueAfter(upcoming, '2026-02-01T00:00:00.000Z')).toBe(subscription.nextStepAt);
    expect(nextDueAfter(upcoming, '2026-03-01T00:00:00.000Z')).toBeNull();
  });
});

describe('a later time', () => {
  it('stays within the month', () => {
    expect(later('2028-01-31T10:00:00.000Z', { months: 1 })).toBe('2028-02-29T10:00:00.000Z');
    expect(later('2026-12-31T10:00:00.000Z', { days: 1 })).toBe('2027-01-01T10:00:00.000Z');
  });
});
