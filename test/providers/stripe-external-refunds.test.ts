import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { HOUR_MS } from '../../src/kit/period.ts';
import { askAsMerchant, dataFrom } from '../graphql/asking.ts';
import { expectSoundBooks } from '../support/books.ts';
import { dataOf, eventsOf } from '../support/selling.ts';
import { createRefund, endRefund } from '../support/stripe-mock/refunds.ts';
import { useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { callBack, type Sold, sellAtStripe, stripeSettings } from '../support/stripe-selling.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
const PROD = { environment: 'prod' } as const;
/** What Stripe sends about refunds of charges before version 2024-10-28.acacia. */
const OLD_TYPES = ['charge.refunded', 'charge.refund.updated'];
afterAll(() => expectSoundBooks(test));

async function sell(paymentToken?: string): Promise<Sold> {
  const sold = await sellAtStripe(test, mock, paymentToken);
  expect(sold.status).toBe('completed');
  return sold;
}

/** Refunds in Stripe's dashboard, which adds no metadata; without an amount, what is left. */
const refundInDashboard = ({ intentId }: Sold, amount?: number) =>
  createRefund(mock.books, { payment_intent: intentId, ...(amount && { amount: `${amount}` }) });

/** Sends the events about the charge's refunds, newest first, then again from the oldest on. */
async function tell({ intentId }: Sold, types?: readonly string[]): Promise<void> {
  const events = mock.events().filter(({ type, data: { object } }) => {
    const isAbout = 'payment_intent' in object && object.payment_intent === intentId;
    return isAbout && (types?.includes(type) ?? true);
  });
  expect(events).not.toEqual([]);
  const sent = [...events.toReversed(), ...events].map((event) => callBack(test, event));
  for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
}

const refundsOf = async ({ shop: { merchant } }: Sold) => {
  const ask = askAsMerchant(test, merchant, 'prod');
  const { refunds } = await dataFrom(
    ask(
      '{ refunds(orderBy: CREATED_AT_ASC) { status requestedAmountDetails { amount } failureReason } }',
    ),
  );
  return refunds.map(({ status, requestedAmountDetails: { amount }, failureReason }: Listed) =>
    [status, amount, failureReason].filter(Boolean).join(' '),
  );
};

interface Listed {
  readonly status: string;
  readonly requestedAmountDetails: { readonly amount: string };
  readonly failureReason: string | null;
}

const typesOf = async ({ shop }: Sold) =>
  (await eventsOf(shop)).slice(1).map(({ eventType }) => eventType);

/** Requests a refund here; returns its ticket's view. */
async function requestRefund({ shop }: Sold, amount: string) {
  const [payment] = (
    await dataFrom(askAsMerchant(test, shop.merchant, 'prod')('{ payments { id } }'))
  ).payments;
  const requestedAmount = { amount, currency: 'USD' };
  const body = { paymentId: payment.id, reason: 'Broken', requestedAmount };
  return shop.merchant.call('refund-ticket/create-ticket', body, PROD);
}

describe('a refund made in Stripe’s dashboard', () => {
  it.each([
    { version: 'current' },
    { version: 'old', types: OLD_TYPES },
  ])('is recorded once, with the events of a webhook of the $version API', async ({ types }) => {
    const sold = await sell();
    refundInDashboard(sold, 400);
    await tell(sold, types);
    expect(await refundsOf(sold)).toEqual(['succeeded 4.00']);
    refundInDashboard(sold);
    await tell(sold, types);
    expect(await refundsOf(sold)).toEqual(['succeeded 4.00', 'succeeded 5.90']);
    expect(await typesOf(sold)).toEqual(['refund.succeeded', 'refund.succeeded']);
    const reply = await requestRefund(sold, '0.01');
    expect(reply.body.errors[0].message).toContain('refundable amount of 0.00 USD');
  });

  it('is pending until it succeeds', async () => {
    const sold = await sell('pm_card_pendingRefund');
    const { id } = refundInDashboard(sold);
    await tell(sold);
    expect(await refundsOf(sold)).toEqual(['pending 9.90']);
    expect(await typesOf(sold)).toEqual([]);
    await test.app.worker.runOnce();
    expect(await refundsOf(sold)).toEqual(['pending 9.90']);
    endRefund(mock.books, id, true);
    await tell(sold);
    expect(await refundsOf(sold)).toEqual(['succeeded 9.90']);
    expect(await typesOf(sold)).toEqual(['refund.succeeded']);
  });

  it('is asked about after an hour if no callback says how it ended, and never sent again', async () => {
    const sold = await sell('pm_card_pendingRefund');
    const { id } = refundInDashboard(sold, 400);
    await tell(sold);
    test.clock.advance(HOUR_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(sold)).toEqual(['pending 4.00']);
    endRefund(mock.books, id, true);
    test.clock.advance(HOUR_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(sold)).toEqual(['succeeded 4.00']);
    const own = mock.books.refunds.filter(({ payment_intent: intent }) => intent === sold.intentId);
    expect(own).toHaveLength(1);
  });

  it('is never due for the previous release, which would send it after a rollback', async () => {
    const sold = await sell('pm_card_pendingRefund');
    refundInDashboard(sold, 400);
    await tell(sold);
    const far = new Date('2999-01-01');
    const findDue = () =>
      test.database.query(sql`
        select from refund where store_id = ${decodeId('STO', sold.shop.store.id)}
          and status = 'pending' and leased_until <= ${far}`);
    expect(await findDue()).toEqual([]);
    test.clock.advance(HOUR_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(sold)).toEqual(['pending 4.00']);
    expect(await findDue()).toEqual([]);
  });

  it('is recorded by a repeated callback, once one of ours that leaves too little has been refused', async () => {
    const sold = await sell();
    dataOf(await requestRefund(sold, '4.00'));
    mock.faults.push({ on: 'POST /v1/refunds', kind: 'server_error', times: 2 });
    await expect(test.app.worker.runOnce()).rejects.toThrow('Stripe request failed');
    mock.faults.length = 0;
    refundInDashboard(sold, 700);
    const events = mock.events('refund.created').slice(-1);
    const statuses = async () =>
      Promise.all(events.map(async (event) => (await callBack(test, event)).status));
    expect(await statuses()).toEqual([500]);
    expect(await refundsOf(sold)).toEqual(['pending 4.00']);
    test.clock.advance(HOUR_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(sold)).toEqual(['failed 4.00 amount_exceeds_charge']);
    expect(await statuses()).toEqual([200]);
    expect(await refundsOf(sold)).toEqual(['failed 4.00 amount_exceeds_charge', 'succeeded 7.00']);
  });

  it('can fail, also after it succeeded, and is then free to be refunded again', async () => {
    for (const token of ['pm_card_pendingRefund', 'pm_card_visa']) {
      const sold = await sell(token);
      const { id } = refundInDashboard(sold);
      await tell(sold);
      endRefund(mock.books, id, false);
      await tell(sold);
      expect(await refundsOf(sold)).toEqual(['failed 9.90 refund_declined']);
      const hadSucceeded = token === 'pm_card_visa' ? ['refund.succeeded'] : [];
      expect(await typesOf(sold)).toEqual([...hadSucceeded, 'refund.failed']);
      dataOf(await requestRefund(sold, '9.90'));
      await test.app.worker.runOnce();
      expect(mock.books.refunds.at(-1)).toMatchObject({
        amount: 990,
        payment_intent: sold.intentId,
      });
    }
  });

  it('isn’t recorded if it had failed before the first callback arrived', async () => {
    const sold = await sell();
    endRefund(mock.books, refundInDashboard(sold).id, false);
    await tell(sold);
    expect(await refundsOf(sold)).toEqual([]);
    expect(await typesOf(sold)).toEqual([]);
  });

  it('isn’t confused with one of ours whose callbacks arrive before Stripe’s answer', async () => {
    const sold = await sell();
    refundInDashboard(sold, 100);
    dataOf(await requestRefund(sold, '4.00'));
    mock.faults.push({ on: 'POST /v1/refunds', kind: 'lose_answer', times: 2 });
    await expect(test.app.worker.runOnce()).rejects.toThrow('Stripe request failed');
    await tell(sold);
    expect((await refundsOf(sold)).sort()).toEqual(['succeeded 1.00', 'succeeded 4.00']);
    expect(await typesOf(sold)).toEqual(['refund.succeeded', 'refund.succeeded']);
  });

  it('of a charge that isn’t ours, or of a connected account, is ignored', async () => {
    const sold = await sell();
    const { intentId } = sold;
    refundInDashboard(sold, 100);
    const [event] = mock
      .events('refund.created')
      .filter(
        ({ data: { object } }) => 'payment_intent' in object && object.payment_intent === intentId,
      );
    expect((await callBack(test, { ...event, account: 'acct_1' })).status).toBe(200);
    const intent = mock.books.intents.get(intentId);
    if (intent) intent.metadata = {};
    await tell(sold);
    // The payment of another installation with the same account.
    if (intent) intent.metadata = { tillgate_payment: crypto.randomUUID() };
    await tell(sold);
    const found = await test.database.query(sql`
      select from refund where store_id = ${decodeId('STO', sold.shop.store.id)}`);
    expect(found).toEqual([]);
  });
});
