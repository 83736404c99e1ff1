import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { useCallbacks } from '../../../test/support/disputing.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { useOutside } from '../../../test/support/outside.ts';
import {
  asBuyer,
  EXTERNAL_REFUND_CARD,
  makeSale,
  makeTicket,
  refundsOf,
  review,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { dataOf, eventsOf, type Shop } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { LATE_MS } from '../../providers/sandbox/plan-charge.ts';

const REASON = 'Refunded at the payment provider';
const REFUNDED = `query ($storeId: ID) {
  payments(storeId: $storeId) { refundStatus isFullyRefunded refundedAmount }
  refunds(storeId: $storeId) { id status }
  refundTickets(storeId: $storeId) { status reason submitterType submitterId executedAt }
  paymentStatistics(storeId: $storeId) { netRevenueByCurrency { refundedAmount netAmount } }
}`;

const outside = useOutside();
const test = useTestApp(outside.settings);
const { collect, hand, pass } = useCallbacks(test, outside);
// Nothing is refunded before its time, also while a test is slow.
beforeAll(() => test.clock.stop());
afterAll(() => expectSoundBooks(test));

const sell = () => makeSale(test, { card: EXTERNAL_REFUND_CARD });
const typesOf = async (shop: Shop) => (await eventsOf(shop)).map(({ eventType }) => eventType);
const REFUNDED_ONCE = { status: 'refunded', claimed: 990, refunded: 990, atProvider: 990 };

/** Amounts in the ledger's accounts of the store that are about refunds. */
const ledgerOf = ({ store }: Shop) =>
  test.database.query<{ account: string; minor: number }>(sql`
    select account, amount_minor::int as minor from ledger_entry
    where store_id = ${uuidOf('STO', store.id)} and refund_id is not null order by account`);

describe('a refund made at the provider itself', () => {
  it('is recorded once, however often the callback comes', async () => {
    const sale = await sell();
    const { shop } = sale;
    await pass(LATE_MS, 8);
    expect(await refundsOf(test, sale)).toEqual(REFUNDED_ONCE);
    expect(await ledgerOf(shop)).toEqual([
      { account: 'provider_balance', minor: -990 },
      { account: 'refunds', minor: 990 },
    ]);
    const [, event, ...others] = await eventsOf(shop);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      ...{ eventType: 'refund.succeeded', eventId: event.data.refundId },
      data: {
        ...{ amount: '9.90', refundedAmount: '9.90', originalChargedAmount: '9.90' },
        ...{ refundStatus: 'succeeded', refundReason: REASON, paymentId: sale.paymentId },
      },
    });
  });

  it('is the owner’s in GraphQL, counts in the analyses, and is mailed to buyer and owner', async () => {
    const { shop } = await sell();
    const { merchant, store } = shop;
    await pass(LATE_MS);
    const found = await dataFrom(askAsMerchant(test, merchant)(REFUNDED, { storeId: store.id }));
    const submitter = { submitterType: 'merchant', submitterId: merchant.shortId };
    const executedAt = expect.any(String);
    expect(found).toMatchObject({
      payments: [{ refundStatus: 'refunded', isFullyRefunded: true, refundedAmount: '9.90' }],
      refunds: [{ status: 'succeeded' }],
      refundTickets: [{ status: 'succeeded', reason: REASON, ...submitter, executedAt }],
      paymentStatistics: { netRevenueByCurrency: [{ refundedAmount: '9.90', netAmount: '0.00' }] },
    });
    const mails = (await mailsOfStore(test, store.id)).filter(({ type }) =>
      type.includes('refund'),
    );
    expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(
      ['buyer@example.com', merchant.email].sort(),
    );
  });

  it('leaves nothing to refund here', async () => {
    const sale = await sell();
    await pass(LATE_MS);
    const reply = await asBuyer(sale, 'refund-ticket/create-ticket', ticketBody(sale, '0.01'));
    expect(reply.body.errors[0].message).toBe(
      'Requested amount exceeds the refundable amount of 0.00 USD',
    );
  });

  it('returns the tickets that await a decision and for which too little is left', async () => {
    const sale = await sell();
    const [older, newer] = [await makeTicket(sale, '4.00'), await makeTicket(sale, '5.90')];
    await pass(LATE_MS, 2);
    expect(await refundsOf(test, sale)).toEqual(REFUNDED_ONCE);
    for (const { id } of [older, newer]) {
      expect(await ticketRow(test, id)).toEqual({ status: 'returned', version: 1 });
      await expect(review(sale, id, 'approve')).rejects.toThrow('current status: returned');
    }
    expect(await typesOf(sale.shop)).toEqual(['order.completed', 'refund.succeeded']);
    const again = { ...ticketBody(sale, '4.00'), ticketId: older.id };
    const { body } = await asBuyer(sale, 'refund-ticket/resubmit-ticket', again);
    expect(body.errors[0].message).toContain('exceeds the refundable amount of 0.00 USD');
  });

  it('waits until a refund that leaves too little has failed, as the provider refuses it', async () => {
    const sale = await sell();
    const callbacks = await collect(LATE_MS);
    const made = await sale.shop.merchant.call(
      'refund-ticket/create-ticket',
      ticketBody(sale, '4.00'),
    );
    expect(await hand(callbacks)).toEqual([500]);
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'pending', claimed: 400 });
    await test.app.worker.runOnce();
    expect(await ticketRow(test, dataOf(made).ticket.id)).toMatchObject({ status: 'failed' });
    expect(await hand([...callbacks, ...callbacks])).toEqual([200, 200]);
    expect(await refundsOf(test, sale)).toEqual(REFUNDED_ONCE);
    const [, failed, succeeded] = await eventsOf(sale.shop);
    expect(failed.data).toMatchObject({ refundFailureReason: 'amount_exceeds_charge' });
    expect(succeeded.data).toMatchObject({ refundStatus: 'succeeded', refundReason: REASON });
  });

  it('isn’t one if ours came first', async () => {
    const sale = await sell();
    const ticket = await makeTicket(sale, '0.01');
    await review(sale, ticket.id, 'approve');
    await test.app.worker.runOnce();
    await pass(LATE_MS, 2);
    expect(await refundsOf(test, sale)).toMatchObject({ refunded: 1, atProvider: 1 });
    expect(await typesOf(sale.shop)).toEqual(['order.completed', 'refund.succeeded']);
  });

  it('can’t be recorded twice', async () => {
    const { shop } = await sell();
    await pass(LATE_MS);
    const twice = test.database.transaction(async (tx) => {
      // Bypasses the foreign keys.
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`
        insert into refund select (jsonb_populate_record(refund, jsonb_build_object(
          'id', gen_random_uuid(), 'ticket_id', gen_random_uuid()))).* from refund
        where store_id = ${uuidOf('STO', shop.store.id)}`);
    });
    await expect(twice).rejects.toThrow('one_refund_per_external_reference');
  });
});
