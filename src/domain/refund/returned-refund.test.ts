import { afterAll, describe, expect, it } from 'vitest';
import { askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { useCallbacks } from '../../../test/support/disputing.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { useOutside } from '../../../test/support/outside.ts';
import {
  makeSale,
  makeTicket,
  refundsOf,
  review,
  type Sale,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { dataOf, eventsOf, type Shop } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

/** Refunds of payments with this card succeed, and the bank sends them back three seconds later. */
const RETURNED = '4000000000005134';
const SENT_BACK_MS = 3_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const RETURNED_REFUND = `query ($storeId: ID) {
  refunds(storeId: $storeId) { status failureReason }
  refundTickets(storeId: $storeId) { status executedAt }
  orders: onetimeOrders(storeId: $storeId) { refundedAmount }
  paymentStatistics(storeId: $storeId) {
    refunds { totalCount succeededCount failedCount amountByCurrency { totalAmount } }
    netRevenueByCurrency { refundedAmount netAmount }
  }
}`;

const outside = useOutside();
const test = useTestApp(outside.settings);
const { collect, hand, pass } = useCallbacks(test, outside);
afterAll(() => expectSoundBooks(test));

/** A sale whose refund of 4.00 has succeeded. */
async function makeRefund(): Promise<{ sale: Sale; ticketId: string }> {
  const sale = await makeSale(test, { card: RETURNED });
  const made = await sale.shop.merchant.call(
    'refund-ticket/create-ticket',
    ticketBody(sale, '4.00'),
  );
  await test.app.worker.runOnce();
  expect(await refundsOf(test, sale)).toEqual({
    ...{ status: 'refunded', claimed: 400, refunded: 400, atProvider: 400 },
  });
  return { sale, ticketId: dataOf(made).ticket.id };
}

/** Amounts in the ledger's accounts of the store, in the order of their booking. */
const ledgerOf = ({ store }: Shop) =>
  test.database.query<{ account: string; minor: number }>(sql`
    select account, amount_minor::int as minor from ledger_entry
    where store_id = ${uuidOf('STO', store.id)} and refund_id is not null
    order by booked_at, account, amount_minor`);

const typesOf = async (shop: Shop) => (await eventsOf(shop)).map(({ eventType }) => eventType);

describe('a refund that the bank sends back after it succeeded', () => {
  it('fails once, however often the callback comes, and the amount is free again', async () => {
    const { sale, ticketId } = await makeRefund();
    const { shop } = sale;
    expect(await typesOf(shop)).toEqual(['order.completed', 'refund.succeeded']);
    await pass(SENT_BACK_MS, 4);
    expect(await refundsOf(test, sale)).toEqual({
      ...{ status: 'failed', claimed: 0, refunded: 0, atProvider: 0 },
    });
    expect(await ticketRow(test, ticketId)).toEqual({ status: 'failed', version: 1 });
    const [, succeeded, failed, ...others] = await eventsOf(shop);
    expect(others).toEqual([]);
    expect(succeeded.id).toBe(succeeded.eventId);
    // Receivers that have seen an ID ignore another event with it.
    expect(failed.id).toMatch(UUID);
    expect(failed).toMatchObject({
      ...{ eventType: 'refund.failed', eventId: succeeded.eventId },
      data: {
        ...{ refundStatus: 'failed', refundFailureReason: 'refund_declined', amount: '4.00' },
        ...{ refundedAmount: '0.00', refundId: succeeded.eventId },
      },
    });
    expect(await ledgerOf(shop)).toEqual([
      { account: 'provider_balance', minor: -400 },
      { account: 'refunds', minor: 400 },
      { account: 'provider_balance', minor: 400 },
      { account: 'refunds', minor: -400 },
    ]);
  });

  it('is a failed refund in GraphQL, and no longer counts in the analyses', async () => {
    const { sale } = await makeRefund();
    const { merchant, store } = sale.shop;
    const read = () =>
      dataFrom(askAsMerchant(test, merchant)(RETURNED_REFUND, { storeId: store.id }));
    expect(await read()).toMatchObject({
      refunds: [{ status: 'succeeded', failureReason: null }],
      refundTickets: [{ status: 'succeeded', executedAt: expect.any(String) }],
      orders: [{ refundedAmount: '4.00' }],
      paymentStatistics: { refunds: { succeededCount: 1, failedCount: 0 } },
    });
    await pass(SENT_BACK_MS);
    expect(await read()).toEqual({
      refunds: [{ status: 'failed', failureReason: 'refund_declined' }],
      refundTickets: [{ status: 'failed', executedAt: null }],
      orders: [{ refundedAmount: '0.00' }],
      paymentStatistics: {
        refunds: { totalCount: 1, succeededCount: 0, failedCount: 1, amountByCurrency: [] },
        netRevenueByCurrency: [{ refundedAmount: '0.00', netAmount: '9.90' }],
      },
    });
  });

  it('can be submitted again within 14 days of the payment', async () => {
    const sale = await makeSale(test, { card: RETURNED });
    const { id } = await makeTicket(sale, '4.00');
    await review(sale, id, 'approve');
    await test.app.worker.runOnce();
    await pass(SENT_BACK_MS);
    expect(await ticketRow(test, id)).toEqual({ status: 'failed', version: 1 });
    const again = { ...ticketBody(sale, '2.00'), ticketId: id };
    dataOf(await sale.shop.merchant.call('refund-ticket/resubmit-ticket', again));
    await test.app.worker.runOnce();
    expect(await ticketRow(test, id)).toEqual({ status: 'succeeded', version: 2 });
    expect(await refundsOf(test, sale)).toMatchObject({ claimed: 200, refunded: 200 });
    await pass(SENT_BACK_MS);
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'failed', claimed: 0 });
    expect(await typesOf(sale.shop)).toEqual([
      ...['order.completed', 'refund.succeeded', 'refund.failed'],
      ...['refund.succeeded', 'refund.failed'],
    ]);
  });

  it('stays as it is while another refund of the payment is kept', async () => {
    const { sale } = await makeRefund();
    const [callback] = await collect(SENT_BACK_MS);
    const body = ticketBody(sale, '5.00');
    dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', body));
    await test.app.worker.runOnce();
    expect(await hand(callback ? [callback, callback] : [])).toEqual([200, 200]);
    expect(await refundsOf(test, sale)).toEqual({
      ...{ status: 'refunded', claimed: 500, refunded: 500, atProvider: 500 },
    });
    await pass(SENT_BACK_MS);
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'failed', claimed: 0 });
  });

  it('is mailed to owner and admins', async () => {
    const { sale } = await makeRefund();
    await pass(SENT_BACK_MS);
    await test.app.worker.runOnce();
    const mails = await mailsOfStore(test, sale.shop.store.id);
    const [failed, ...others] = mails.filter(({ type }) => type === 'refund.failed');
    expect(others).toEqual([]);
    expect(failed?.text).toContain(
      'If the payment is disputed, wait for the bank’s decision first',
    );
  });
});
