import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { expectSoundBooks } from '../support/books.ts';
import { uuidOf } from '../support/catalogue.ts';
import { confirm } from '../support/changing.ts';
import { dataOf, makeSession, type Shop } from '../support/selling.ts';
import type { CardBehavior } from '../support/stripe-mock/cards.ts';
import { updateCard } from '../support/stripe-mock/payment-methods.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { callBack, intentsOf, payOnPage, stripeSettings } from '../support/stripe-selling.ts';
import { addPlan, DAY_MS, makeClub, stateOf } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
afterAll(() => expectSoundBooks(test));

const UPDATED = 'payment_method.automatically_updated';
const OLD_NAME = 'payment_method.card_automatically_updated';
const STOLEN: CardBehavior = { number: '4242424242424242', declineCode: 'stolen_card' };
const REISSUED: CardBehavior = { number: '5555555555554444', brand: 'mastercard', expYear: 2044 };
const SHOWN = { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2044 };

interface Subscribed {
  readonly shop: Shop;
  readonly orderId: string;
  /** The card's ID at Stripe. */
  readonly methodId: string;
}

async function subscribe(product: object = {}): Promise<Subscribed> {
  const shop = await makeClub(test, { billingPeriod: 'weekly', ...product }, 'prod');
  const sessionId = await makeSession(shop, {}, 'prod');
  const { orderId } = dataOf(await payOnPage(shop, sessionId, 'pm_card_visa'));
  const [saved] = await rowsOf(shop);
  return { shop, orderId, methodId: saved?.method.split(':')[1] ?? '' };
}

/** The shop's subscriptions, oldest first. */
async function rowsOf({ store }: Shop) {
  return test.database.query<{ method: string; isRefused: boolean; card: object | null }>(sql`
    select saved_method as method, refused_method is not null as "isRefused",
      case when card_last4 is not null then jsonb_build_object('brand', card_brand,
        'last4', card_last4, 'expMonth', card_exp_month, 'expYear', card_exp_year) end as card
    from subscription where store_id = ${uuidOf('STO', store.id)} order by order_id`);
}

/** Sends every event about the card, newest first, twice; returns the statuses. */
async function tell(methodId: string, type = UPDATED): Promise<number[]> {
  const events = mock
    .events(UPDATED)
    .filter(({ data: { object } }) => 'id' in object && object.id === methodId);
  expect(events).not.toEqual([]);
  const statuses = new Set<number>();
  for (const event of [...events.toReversed(), ...events]) {
    statuses.add((await callBack(test, { ...event, type })).status);
  }
  return [...statuses];
}

/** Changes the plan to another one at a price; returns `ORD_xxx` of the new order. */
async function changePlan(shop: Shop, originOrderId: string, amount: string, card = {}) {
  const prices = { USD: { amount, taxCategory: 'saas' } };
  const plan = { name: 'Other', billingPeriod: 'weekly', prices };
  const productId = await addPlan(shop, plan, 'prod');
  const sessionId = await makeSession(shop, { productId, originOrderId }, 'prod');
  return dataOf(await confirm(shop, sessionId, card)).orderId;
}

async function passDays(days: number): Promise<void> {
  test.clock.advance(days * DAY_MS);
  await test.app.worker.runOnce();
}

/** A subscription whose renewal the bank has refused permanently. */
async function subscribeRefused(): Promise<Subscribed> {
  const subscribed = await subscribe();
  setCard(subscribed, STOLEN);
  await passDays(7);
  expect(await rowsOf(subscribed.shop)).toMatchObject([{ isRefused: true }]);
  return subscribed;
}

/** Changes what the bank says about the card, of which Stripe reports nothing. */
function setCard({ methodId }: Subscribed, card: CardBehavior): void {
  const method = mock.books.methods.get(methodId);
  if (method) method.card = card;
}

describe('a saved card that Stripe updates under the same ID', () => {
  it('is charged again at the next retry, although the bank had refused the old one', async () => {
    const { shop, orderId, methodId } = await subscribeRefused();
    updateCard(mock.books, methodId, REISSUED);
    expect(await tell(methodId)).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ isRefused: false, card: SHOWN }]);
    expect(await stateOf(shop, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
    await passDays(1);
    expect(await stateOf(shop, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
  });

  it('isn’t, if the bank refuses the new one as well, however often Stripe reports the update', async () => {
    const subscribed = await subscribeRefused();
    const { shop, methodId } = subscribed;
    updateCard(mock.books, methodId, REISSUED);
    await tell(methodId);
    setCard(subscribed, { ...REISSUED, declineCode: 'stolen_card' });
    await passDays(1);
    expect(await rowsOf(shop)).toMatchObject([{ isRefused: true, card: SHOWN }]);
    await tell(methodId);
    expect(await rowsOf(shop)).toMatchObject([{ isRefused: true, card: SHOWN }]);
    const sent = (await intentsOf(shop, mock)).length;
    await passDays(2);
    expect(await intentsOf(shop, mock)).toHaveLength(sent);
  });

  it('stays refused if its number and expiry are the same as before', async () => {
    const { shop, methodId } = await subscribeRefused();
    updateCard(mock.books, methodId, STOLEN);
    expect(await tell(methodId)).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ isRefused: true, card: null }]);
  });

  it('is shown as it is now, also if it was saved without a charge', async () => {
    const { shop, orderId, methodId } = await subscribe({ metadata: { trialDays: 7 } });
    expect(await stateOf(shop, orderId)).toMatchObject({ periods: ['0:free_trial'] });
    updateCard(mock.books, methodId, { ...REISSUED, expYear: 2042 });
    updateCard(mock.books, methodId, REISSUED);
    expect(await tell(methodId, OLD_NAME)).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ isRefused: false, card: SHOWN }]);
  });

  it('isn’t changed by an event about its expiry alone, which someone entered at Stripe', async () => {
    const { shop, methodId } = await subscribeRefused();
    updateCard(mock.books, methodId, { ...STOLEN, expYear: 2044 });
    expect(await tell(methodId, 'payment_method.updated')).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ isRefused: true, card: null }]);
  });

  it('is shown for the plan that has replaced the one for which it was saved', async () => {
    const { shop, orderId, methodId } = await subscribe();
    const pro = await changePlan(shop, orderId, '19.80');
    expect(await stateOf(shop, pro)).toMatchObject({ status: 'active', charged: [1] });
    updateCard(mock.books, methodId, REISSUED);
    expect(await tell(methodId)).toEqual([200]);
    const [, row] = await rowsOf(shop);
    expect(row).toMatchObject({ card: SHOWN });
  });

  it('is shown for a scheduled plan, which may have a card of its own', async () => {
    const { shop, orderId, methodId } = await subscribe();
    const card = { paymentMethod: 'card', paymentToken: 'pm_card_visa' };
    const next = await changePlan(shop, orderId, '4.90', card);
    expect(await stateOf(shop, next)).toMatchObject({ status: 'pending' });
    const own = (await rowsOf(shop))[1]?.method.split(':')[1] ?? '';
    expect(own).not.toBe(methodId);
    updateCard(mock.books, own, REISSUED);
    expect(await tell(own)).toEqual([200]);
    const rows = await rowsOf(shop);
    expect(rows).toMatchObject([{ card: null }, { card: SHOWN }]);
    // As once the buyer has replaced the card of both.
    await test.database.query(sql`
      update subscription set saved_method = ${rows[0]?.method ?? ''}
      where store_id = ${uuidOf('STO', shop.store.id)}`);
    const other = { ...REISSUED, expYear: 2045 };
    updateCard(mock.books, methodId, other);
    expect(await tell(methodId)).toEqual([200]);
    const shown = { card: { ...SHOWN, expYear: 2045 } };
    expect(await rowsOf(shop)).toMatchObject([shown, shown]);
  });

  it('is ignored if the subscription has another one', async () => {
    const { shop, methodId } = await subscribe();
    await test.database.query(sql`
      update subscription set saved_method = 'cus_1:pm_1'
      where store_id = ${uuidOf('STO', shop.store.id)}`);
    updateCard(mock.books, methodId, REISSUED);
    expect(await tell(methodId)).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ method: 'cus_1:pm_1', card: null }]);
  });

  it.each([
    ['a customer who isn’t ours', { tillgate_other: crypto.randomUUID() }],
    ['a payment that isn’t known', { tillgate_payment: crypto.randomUUID() }],
    ['an order that isn’t known', { tillgate_order: crypto.randomUUID() }],
  ])('is accepted and ignored for %s', async (_whose, metadata) => {
    const { shop, methodId } = await subscribe();
    const customerId = mock.books.methods.get(methodId)?.customer ?? '';
    mock.books.customers.set(customerId, { id: customerId, object: 'customer', metadata });
    updateCard(mock.books, methodId, REISSUED);
    expect(await tell(methodId)).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ card: null }]);
  });

  it('is looked up neither without a customer nor if it has been detached meanwhile', async () => {
    const { shop, methodId } = await subscribe();
    updateCard(mock.books, methodId, REISSUED);
    const method = mock.books.methods.get(methodId);
    if (method) method.customer = null;
    expect(await tell(methodId)).toEqual([200]);
    expect(await rowsOf(shop)).toMatchObject([{ card: null }]);
    const object = { object: 'payment_method', id: methodId, customer: null };
    const event = { id: 'evt_1', object: 'event', type: UPDATED, data: { object } };
    const asked = mock.requests.length;
    expect((await callBack(test, event)).status).toBe(200);
    expect(mock.requests).toHaveLength(asked);
  });
});
