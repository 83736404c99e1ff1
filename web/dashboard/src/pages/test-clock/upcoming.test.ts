import { describe, expect, it } from 'vitest';
import { later, type RunningSubscription, upcomingOf } from './upcoming.ts';

const subscription: RunningSubscription = {
  id: 'ORD_1',
  status: 'active',
  buyerEmail: 'ann@example.com',
  currentPeriodEnd: '2026-03-01T00:00:00.000Z',
  isInTrial: false,
  priceSnapshot: { currency: 'USD', regularPhase: { total: '9.90' } },
  subscriptionProduct: { name: 'Pro' },
};

describe('what falls due', () => {
  it('is listed soonest first', () => {
    const sooner = {
      ...subscription,
      currentPeriodEnd: '2026-02-01T00:00:00.000Z',
      isInTrial: true,
    };
    expect(upcomingOf([subscription, sooner]).map(({ what }) => what)).toEqual([
      'Trial of Pro ends and 9.90 USD is charged',
      'Pro renews for 9.90 USD',
    ]);
  });

  it('includes endings and unpaid periods', () => {
    const states = ['canceling', 'past_due'].map((status) => ({ ...subscription, status }));
    expect(upcomingOf(states).map(({ what }) => what)).toEqual([
      'Pro ends',
      'Pro is past due: 9.90 USD will be retried',
    ]);
  });

  it('omits subscriptions without a period', () => {
    expect(upcomingOf([{ ...subscription, currentPeriodEnd: null }])).toEqual([]);
  });
});

describe('a later time', () => {
  it('stays within the month', () => {
    expect(later('2028-01-31T10:00:00.000Z', { months: 1 })).toBe('2028-02-29T10:00:00.000Z');
    expect(later('2026-12-31T10:00:00.000Z', { days: 1 })).toBe('2027-01-01T10:00:00.000Z');
  });
});
