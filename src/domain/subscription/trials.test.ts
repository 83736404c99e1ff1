import { describe, expect, it } from 'vitest';
import { expectError } from '../../../test/support/error-rows.ts';
import { needs } from '../../../test/support/needs.ts';
import { DECLINED_CARD, dataOf, eventsOf, type Shop } from '../../../test/support/selling.ts';
import {
  addPlan,
  advanceDays,
  callOnOrder,
  DAY_MS,
  FADING_CARD,
  makeClub,
  type Subscribing,
  stateOf,
  subscribe,
  trySubscribing,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
const FREE = { metadata: { trialDays: 14 } };
const PAID = {
  ...FREE,
  prices: { USD: { amount: '9.90', taxCategory: 'saas', trialAmount: '1.00' } },
};

describe('a free trial', () => {
  it('begins active without a charge, and charges period 1 at its end', async () => {
    const club = await makeClub(test, FREE);
    const orderId = await subscribe(club);
    const trial = await stateOf(club, orderId);
    expect(trial).toMatchObject({ status: 'active', periodNumber: 0, charged: [] });
    expect(lengthInDays(trial)).toBe(14);
    await advanceDays(club, 14);
    expect(await stateOf(club, orderId)).toMatchObject({
      ...{ status: 'active', periodNumber: 1, charged: [1], periodStart: trial.periodEnd },
      periods: ['0:free_trial', '1:charged'],
    });
    const [activated, paid, renewed] = await eventsOf(club);
    expect(activated.data).toMatchObject({ periodNumber: 0, amount: '0.00' });
    expect(activated.data.planPrice.total).toBe('0.00');
    expect(paid.data).toMatchObject({ periodNumber: 1, chargedAmount: '9.90' });
    expect(renewed.eventType).toBe('subscription.renewed');
  });

  it('requires a card that can be saved', async () => {
    const club = await makeClub(test, FREE);
    const refused = await trySubscribing(club, { card: DECLINED_CARD });
    expectError(refused, 400, 'Payment declined: card_declined', 'order');
    expect(await eventsOf(club)).toEqual([]);
    await subscribe(club);
  });

  it('ends without a charge if it was canceled', async () => {
    const club = await makeClub(test, FREE);
    const orderId = await subscribe(club);
    await callOnOrder(club, 'cancel-order', orderId);
    await advanceDays(club, 15);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', charged: [] });
  });

  it('begins once for concurrent clicks', async () => {
    const club = await makeClub(test, FREE);
    const clicks = Array.from({ length: 5 }, () => trySubscribing(club, { buyer: 'clicker' }));
    await Promise.all(clicks);
    const days = (await eventsOf(club)).filter(({ data }) => data.periodNumber === 0);
    expect(days).toHaveLength(1);
  });
});

describe('a paid trial', () => {
  it('charges the trial amount for period 1, and the plan for every later one', async () => {
    const club = await makeClub(test, PAID);
    const orderId = await subscribe(club, { card: FADING_CARD });
    const trial = await stateOf(club, orderId);
    expect(trial).toMatchObject({ status: 'active', periodNumber: 1, charged: [1] });
    expect(lengthInDays(trial)).toBe(14);
    const [activated] = await eventsOf(club);
    expect(activated.data.planPrice.total).toBe('1.00');
    await advanceDays(club, 14);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', periodNumber: 1 });
  });

  it('continues at the plan price', async () => {
    const club = await makeClub(test, PAID);
    const orderId = await subscribe(club);
    await advanceDays(club, 14);
    expect(await stateOf(club, orderId)).toMatchObject({ periodNumber: 2, charged: [1, 2] });
    const [, paid] = await eventsOf(club);
    expect(paid.data).toMatchObject({ chargedAmount: '9.90', periodNumber: 2 });
  });
});

describe('a trial', () => {
  it('is one per buyer and product', async () => {
    const club = await makeClub(test, FREE);
    await subscribe(club);
    expect(await beginsWith(club)).toBe('charge');
    expect(await beginsWith(club, { buyer: 'buyer-2' })).toBe('trial');
    const other = { ...club, productId: await addPlan(club, FREE) };
    expect(await beginsWith(other)).toBe('trial');
  });

  it('is one per buyer and group that shares its trial', async () => {
    const club = await makeClub(test, FREE);
    const other = { ...club, productId: await addPlan(club, FREE) };
    await groupOf(club, [club.productId, other.productId], true);
    await subscribe(club);
    expect(await beginsWith(other)).toBe('charge');
  });

  it('is one per product in a group that does not share it', async () => {
    const club = await makeClub(test, FREE);
    const other = { ...club, productId: await addPlan(club, FREE) };
    await groupOf(club, [club.productId, other.productId], false);
    await subscribe(club);
    expect(await beginsWith(other)).toBe('trial');
  });

  it('is withheld by withTrial false, and not granted twice by true', async () => {
    const club = await makeClub(test, FREE);
    expect(await beginsWith(club, { session: { withTrial: false } })).toBe('charge');
    expect(await beginsWith(club, { session: { withTrial: true } })).toBe('trial');
    expect(await beginsWith(club, { session: { withTrial: true } })).toBe('charge');
  });

  it('remains available after a declined payment', async () => {
    for (const product of [FREE, PAID]) {
      const club = await makeClub(test, product);
      await trySubscribing(club, { card: DECLINED_CARD });
      const { periodStart, periodEnd } = await stateOf(club, await subscribe(club));
      expect(lengthInDays({ periodStart, periodEnd })).toBe(14);
    }
  });

  it('is not replaced by a full price that the payer was not shown', async () => {
    const club = await makeClub(test, FREE);
    await subscribe(club);
    const shown = await trySubscribing(club, { body: { amountDue: '0.00' } });
    expectError(shown, 409, 'The amount due is 9.90 USD', 'order');
    dataOf(await trySubscribing(club, { body: { amountDue: '9.90' } }));
  });

  it('is used once when a buyer begins many orders concurrently', needs('server'), async () => {
    for (const product of [FREE, PAID]) {
      const club = await makeClub(test, product);
      const replies = await Promise.all(Array.from({ length: 10 }, () => trySubscribing(club)));
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const events = await eventsOf(club);
      const trials = events.filter(({ data }) => data.planPrice.total !== '9.90');
      expect(trials).toHaveLength(1);
    }
  });
});

function lengthInDays(state: {
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
}) {
  return (Number(state.periodEnd) - Number(state.periodStart)) / DAY_MS;
}

async function beginsWith(club: Shop, given: Subscribing = {}): Promise<'trial' | 'charge'> {
  const { charged } = await stateOf(club, await subscribe(club, given));
  return charged.length === 0 ? 'trial' : 'charge';
}

async function groupOf(club: Shop, productIds: readonly string[], sharedTrial: boolean) {
  const body = { storeId: club.store.id, name: 'Plans', rules: { sharedTrial }, productIds };
  dataOf(await club.merchant.call('subscription-product-group/create-group', body));
}
