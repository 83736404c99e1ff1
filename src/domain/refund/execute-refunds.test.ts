import { afterAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import {
  changeBehavior,
  DAY_MS,
  FAILING_REFUNDS_CARD,
  LATE_REFUNDS_CARD,
  leaveBehind,
  makeSale,
  REFUND_LEASE_MS,
  refundsOf,
  type Sale,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { BILLING, dataOf, eventsOf, makeShop, type Shop } from '../../../test/support/selling.ts';
import { advanceDays, makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();
const CREATE = 'refund-ticket/create-ticket';

describe('execute-refunds', () => {
  afterAll(() => expectSoundBooks(test));

  it('makes a partial refund and reports it with all fields in refund.succeeded', async () => {
    const shop = await makeShop(test, { description: 'Reads well', metadata: { pages: 12 } });
    const session = { metadata: { campaign: 'spring' }, orderMerchantExternalId: 'A-1' };
    const sale = await makeSale(test, { session }, shop);
    const body = { ...ticketBody(sale, '4.5'), refundTicketMerchantExternalId: 'R-1' };
    const { ticket } = dataOf(await shop.merchant.call(CREATE, body));
    await test.app.worker.runOnce();
    const [paid, event, ...others] = await eventsOf(shop);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      ...{ eventType: 'refund.succeeded', mode: 'test', id: event.eventId },
      ...{ eventId: expect.stringMatching(/^REF_[0-9A-Za-z]{22}$/), storeId: shop.store.id },
    });
    expect(event.data).toEqual({
      ...{ orderId: sale.orderId, orderStatus: 'completed', buyerEmail: 'buyer@example.com' },
      ...{ merchantProvidedBuyerIdentity: 'buyer-1', orderMerchantExternalId: 'A-1' },
      ...{ refundTicketMerchantExternalId: 'R-1', currency: 'USD', billingDetail: BILLING },
      ...{ amount: '4.50', refundedAmount: '4.50', originalChargedAmount: '9.90' },
      ...{ subtotal: '9.90', taxAmount: '0.00', taxRate: 0, total: '9.90' },
      originalPayment: { subtotal: '9.90', taxAmount: '0.00', taxRate: 0, total: '9.90' },
      ...{ productName: 'An e-book', productDescription: 'Reads well' },
      ...{ orderMetadata: { campaign: 'spring' }, productMetadata: { pages: '12' } },
      ...{ paymentId: sale.paymentId, paymentStatus: 'succeeded', paymentMethod: 'card' },
      ...{ paymentLast4: '4242', paymentDate: paid.timestamp.slice(0, 10) },
      ...{ refundId: event.eventId, refundStatus: 'succeeded' },
      ...{ refundReason: 'Not as described', refundCreatedAt: ticket.createdAt },
    });
    expect(await ticketRow(test, ticket.id)).toMatchObject({ status: 'succeeded' });
  });

  it('reports refund.failed if the provider refuses, and frees the amount', async () => {
    const sale = await makeSale(test, { card: FAILING_REFUNDS_CARD });
    const ticket = await refund(sale, '9.90');
    await test.app.worker.runOnce();
    const [, event, ...others] = await eventsOf(sale.shop);
    expect(others).toEqual([]);
    expect(event.eventType).toBe('refund.failed');
    expect(event.data).toMatchObject({
      ...{ refundStatus: 'failed', refundFailureReason: 'refund_declined', amount: '9.90' },
      ...{ refundedAmount: '0.00', originalChargedAmount: '9.90', paymentLast4: '5126' },
    });
    expect(await ticketRow(test, ticket.id)).toMatchObject({ status: 'failed' });
    expect(await refundsOf(test, sale)).toEqual({
      ...{ status: 'failed', claimed: 0, refunded: 0, atProvider: 0 },
    });
  });

  it('waits for a provider that refunds later', async () => {
    const sale = await makeSale(test, { card: LATE_REFUNDS_CARD });
    await refund(sale, '2');
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'pending', refunded: 0 });
    expect(await eventsOf(sale.shop)).toHaveLength(1);
    test.clock.advance(REFUND_LEASE_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', refunded: 200 });
    expect(await eventsOf(sale.shop)).toHaveLength(2);
  });

  it('refunds once if the worker stopped right after calling the provider', async () => {
    const sale = await makeSale(test);
    const ticket = await refund(sale, '4');
    await leaveBehind(test, sale, true);
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'pending', atProvider: 400 });
    test.clock.advance(REFUND_LEASE_MS);
    await Promise.all([test.app.worker.runOnce(), test.app.worker.runOnce()]);
    expect(await refundsOf(test, sale)).toEqual({
      ...{ status: 'refunded', claimed: 400, refunded: 400, atProvider: 400 },
    });
    expect(await ticketRow(test, ticket.id)).toMatchObject({ status: 'succeeded' });
    expect(await eventsOf(sale.shop)).toHaveLength(2);
  });

  it('refunds if the worker stopped right before calling the provider', async () => {
    const sale = await makeSale(test);
    await refund(sale, '4');
    await leaveBehind(test, sale, false);
    test.clock.advance(REFUND_LEASE_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', atProvider: 400 });
  });

  it('marks the payment refunded once one part was, whatever happened to another', async () => {
    const sale = await makeSale(test);
    await refund(sale, '4');
    await test.app.worker.runOnce();
    await changeBehavior(test, sale, 'fail_refunds');
    await refund(sale, '4');
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', claimed: 400 });
  });

  it('executes a refund requested in time even if the window closes before the worker runs', async () => {
    const sale = await makeSale(test);
    await refund(sale, '4');
    test.clock.advance(20 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded' });
  });
});

describe('refunds of subscriptions', () => {
  afterAll(() => expectSoundBooks(test));

  it('give back the charge of one period and leave the subscription as it is', async () => {
    const shop = await makeClub(test);
    const orderId = await subscribe(shop);
    await advanceDays(shop, 31);
    const [first, second] = await paymentsOf(orderId);
    const sale: Sale = { shop, orderId, paymentId: second as string };
    await expectWindowPassed({ ...sale, paymentId: first as string });
    await refund(sale, '9.90');
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', refunded: 990 });
    const event = (await eventsOf(shop)).at(-1);
    expect(event).toMatchObject({
      eventType: 'refund.succeeded',
      data: { orderId, orderStatus: 'active', paymentId: second, periodNumber: 2 },
    });
    // A clock that is ahead sets the time of everything in its store.
    expect(event.data.refundCreatedAt).toBe(event.timestamp);
    expect(Date.parse(event.timestamp)).toBeGreaterThan(test.clock.now().getTime() + 30 * DAY_MS);
  });

  it('report the price of the trial for its payment, and the plan’s for later ones', async () => {
    const prices = { USD: { amount: '9.90', trialAmount: '1.50', taxCategory: 'saas' } };
    const shop = await makeClub(test, { prices, metadata: { trialDays: 7 } });
    const orderId = await subscribe(shop);
    await advanceDays(shop, 8);
    const [trial, regular] = await paymentsOf(orderId);
    await refund({ shop, orderId, paymentId: trial as string }, '0.50');
    await test.app.worker.runOnce();
    expect(await lastAmounts(shop)).toEqual(['1.50', '1.50', '1.50']);
    await refund({ shop, orderId, paymentId: regular as string }, '0.50');
    await test.app.worker.runOnce();
    expect(await lastAmounts(shop)).toEqual(['9.90', '9.90', '9.90']);
  });
});

/** The amounts of the latest event. */
async function lastAmounts(shop: Shop) {
  const { data } = (await eventsOf(shop)).at(-1);
  const { total, originalPayment, originalChargedAmount } = data;
  return [total, originalPayment.total, originalChargedAmount];
}

async function refund(sale: Sale, amount: string) {
  return dataOf(await sale.shop.merchant.call(CREATE, ticketBody(sale, amount))).ticket;
}

/** The `PAY_xxx` of an order's charges, in the order of their periods. */
async function paymentsOf(orderId: string): Promise<string[]> {
  const rows = await test.database.query<{ id: string }>(sql`
    select short_id('PAY', id) as id from payment
    where order_id = ${decodeId('ORD', orderId)} and status = 'succeeded' order by period_number`);
  return rows.map(({ id }) => id);
}

/** The store's time counts: its clock is 31 days behind the payment. */
async function expectWindowPassed(sale: Sale): Promise<void> {
  const reply = await sale.shop.merchant.call(CREATE, ticketBody(sale));
  expectError(reply, 400, 'Refund window of 14 days has passed', 'ticket');
}
