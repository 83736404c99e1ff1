import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { askAsMerchant, dataFrom } from '../graphql/asking.ts';
import { expectSoundBooks } from '../support/books.ts';
import { mailsOfStore } from '../support/mail.ts';
import { eventsOf } from '../support/selling.ts';
import { openDispute } from '../support/stripe-mock/disputes.ts';
import { updateFraudWarning, warnOfFraud } from '../support/stripe-mock/fraud-warnings.ts';
import { endIntent } from '../support/stripe-mock/payment-intents.ts';
import { createRefund } from '../support/stripe-mock/refunds.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { callBack, type Sold, sellAtStripe, stripeSettings } from '../support/stripe-selling.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
afterAll(() => expectSoundBooks(test));

const sell = (paymentToken?: string) => sellAtStripe(test, mock, paymentToken);

/** Sends every event about the intent's warnings, twice and concurrently; returns the statuses. */
async function tell({ intentId }: Sold, times = 2): Promise<number[]> {
  const events = mock.events().filter(({ type, data: { object } }) => {
    const isAbout = 'payment_intent' in object && object.payment_intent === intentId;
    return isAbout && type.startsWith('radar.');
  });
  expect(events).not.toEqual([]);
  const sent = Array.from({ length: times }, () => events).flat();
  const replies = await Promise.all(sent.map((event) => callBack(test, event)));
  return [...new Set(replies.map(({ status }) => status))];
}

const reasonsOf = async ({ shop }: Sold): Promise<string[]> => {
  const ask = askAsMerchant(test, shop.merchant, 'prod');
  const { payments } = await dataFrom(ask('{ payments { fraudWarnings { reason } } }'));
  const all = payments.flatMap((one: { fraudWarnings: { reason: string }[] }) => one.fraudWarnings);
  return all.map(({ reason }: { reason: string }) => reason).sort();
};

/** Whether a refund helps, by event, and the number of mails about warnings. */
async function toldAbout({ shop }: Sold) {
  const events = (await eventsOf(shop)).filter(({ eventType: type }) => type === TYPE);
  const mails = (await mailsOfStore(test, shop.store.id)).filter(({ type }) => type === TYPE);
  return { events: events.map(({ data }) => data.isActionable), mails: mails.length };
}

const TYPE = 'payment.fraud_warned';

describe('an early fraud warning at Stripe', () => {
  it('is recorded and mailed once, however often Stripe reports it', async () => {
    const sold = await sell();
    warnOfFraud(mock.books, sold.intentId);
    expect(await tell(sold, 4)).toEqual([200]);
    expect(await reasonsOf(sold)).toEqual(['made_with_stolen_card']);
    expect(await toldAbout(sold)).toEqual({ events: [true], mails: 1 });
  });

  it('stays as it is when Stripe updates it', async () => {
    const sold = await sell();
    const warning = warnOfFraud(mock.books, sold.intentId);
    expect(await tell(sold)).toEqual([200]);
    createRefund(mock.books, { payment_intent: sold.intentId });
    updateFraudWarning(mock.books, warning);
    expect(await tell(sold)).toEqual([200]);
    expect(await toldAbout(sold)).toEqual({ events: [true], mails: 1 });
  });

  it('can be followed by another one of the same charge', async () => {
    const sold = await sell();
    warnOfFraud(mock.books, sold.intentId);
    warnOfFraud(mock.books, sold.intentId, 'misc');
    expect(await tell(sold)).toEqual([200]);
    expect(await reasonsOf(sold)).toEqual(['made_with_stolen_card', 'misc']);
    expect(await toldAbout(sold)).toEqual({ events: [true, true], mails: 2 });
  });

  it.each([
    ['disputed', (id: string) => void openDispute(mock.books, id)],
    ['fully refunded', (id: string) => void createRefund(mock.books, { payment_intent: id })],
  ])('of a charge that is %s is recorded, but not mailed', async (_what, change) => {
    const sold = await sell();
    change(sold.intentId);
    warnOfFraud(mock.books, sold.intentId);
    expect(await tell(sold)).toEqual([200]);
    expect(await reasonsOf(sold)).toEqual(['made_with_stolen_card']);
    expect(await toldAbout(sold)).toEqual({ events: [false], mails: 0 });
  });

  it('is repeated by Stripe until the outcome of the payment is known', async () => {
    const sold = await sell('pm_mock_slow');
    endIntent(mock.books, sold.intentId, true);
    warnOfFraud(mock.books, sold.intentId);
    expect(await tell(sold)).toEqual([500]);
    for (const event of mock.events('payment_intent.succeeded')) await callBack(test, event);
    expect(await tell(sold)).toEqual([200]);
    expect(await reasonsOf(sold)).toEqual(['made_with_stolen_card']);
  });

  it('of a charge that isn’t ours is accepted and ignored', async () => {
    const sold = await sell();
    const intent = mock.books.intents.get(sold.intentId);
    if (intent) intent.metadata = {};
    const { id } = warnOfFraud(mock.books, sold.intentId);
    expect(await tell(sold)).toEqual([200]);
    const [row] = await test.database.query<{ count: number }>(sql`
      select count(*)::int as count from fraud_warning where provider_reference = ${id}
        and store_id = any(array(select id from store))`);
    expect(row?.count).toBe(0);
  });

  it('without a payment intent is accepted and ignored', async () => {
    const object = { object: 'radar.early_fraud_warning', charge: 'ch_1', payment_intent: null };
    const event = { id: 'evt_1', object: 'event', data: { object } };
    const type = 'radar.early_fraud_warning.created';
    expect((await callBack(test, { ...event, type })).status).toBe(200);
  });
});
