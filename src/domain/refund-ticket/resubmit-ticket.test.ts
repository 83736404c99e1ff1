import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { recordDisputeOf } from '../../../test/support/disputing.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import {
  asBuyer,
  DAY_MS,
  FAILING_REFUNDS_CARD,
  makeSale,
  makeTicket,
  refundsOf,
  review,
  type Sale,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { dataOf, eventsOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { resubmitTicket } from './resubmit-ticket.ts';

const test = useTestApp();
const PATH = 'refund-ticket/resubmit-ticket';

describe('refund-ticket/resubmit-ticket', () => {
  it.each([
    'reject',
    'return',
  ])('makes the next version after a %s, unreviewed', async (decision) => {
    const { sale, ticket } = await makeDecided(decision);
    const body = { ...ticketBody(sale, '3'), ticketId: ticket.id, reason: 'With more detail' };
    const { ticket: again } = dataOf(await asBuyer(sale, PATH, body));
    expect(again).toMatchObject({
      ...{ id: ticket.id, status: 'pending', versionNumber: 2, createdAt: ticket.createdAt },
      ...{ reviewerId: null, reviewedAt: null, reviewNote: null, rejectReason: null },
      versionData: {
        reason: 'With more detail',
        requestedAmount: { amount: '3.00', currency: 'USD' },
      },
    });
    expect(again.currentVersionId).not.toBe(ticket.currentVersionId);
    expect(await refundsOf(test, sale)).toMatchObject({ claimed: 300 });
    expect((await review(sale, ticket.id, 'approve')).status).toBe('processing');
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', refunded: 300 });
  });

  it("processes a merchant's resubmission immediately, even after a failed refund", async () => {
    const sale = await makeSale(test, { card: FAILING_REFUNDS_CARD });
    const ticket = await makeTicket(sale);
    await review(sale, ticket.id, 'approve');
    await test.app.worker.runOnce();
    expect(await ticketRow(test, ticket.id)).toEqual({ status: 'failed', version: 1 });
    // The card's bank accepts refunds again.
    await test.database.query(sql`update sandbox_token set behavior = 'approve'
      where token = (select token from sandbox_charge
        where idempotency_key = ${decodeId('PAY', sale.paymentId)}::text)`);
    const body = { ...ticketBody(sale), ticketId: ticket.id };
    const reply = await sale.shop.merchant.call(PATH, body);
    expect(dataOf(reply).ticket).toMatchObject({ status: 'processing', versionNumber: 2 });
    await test.app.worker.runOnce();
    expect(await ticketRow(test, ticket.id)).toEqual({ status: 'succeeded', version: 2 });
    const events = (await eventsOf(sale.shop)).slice(1);
    expect(events.map(({ eventType }) => eventType)).toEqual(['refund.failed', 'refund.succeeded']);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('keeps the external id and the metadata of the first submission', async () => {
    const sale = await makeSale(test);
    const kept = { metadata: { case: 'A' }, refundTicketMerchantExternalId: 'REF-7' };
    const created = await asBuyer(sale, 'refund-ticket/create-ticket', {
      ...ticketBody(sale),
      ...kept,
    });
    const { ticket } = dataOf(created);
    await review(sale, ticket.id, 'return');
    const body = { ...ticketBody(sale), ticketId: ticket.id, metadata: { case: 'B' } };
    const again = await asBuyer(sale, PATH, { ...body, refundTicketMerchantExternalId: 'X' });
    expect(dataOf(again).ticket).toMatchObject(kept);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { sale, ticket } = await makeDecided('reject');
    const body = { ...ticketBody(sale), ticketId: ticket.id };
    const headers = { 'x-idempotency-key': 'again-once' };
    const first = await sale.shop.merchant.call(PATH, body, { headers });
    const second = await sale.shop.merchant.call(PATH, body, { headers });
    expect(dataOf(second).ticket.versionNumber).toBe(2);
    expect(second.text).toBe(first.text);
  });

  it('does not find tickets of strangers, nor a customer those of the merchant', async () => {
    const { sale, ticket } = await makeDecided('reject');
    const body = { ...ticketBody(sale), ticketId: ticket.id };
    const stranger = await makeMerchant(test);
    const failing = await makeSale(test, { card: FAILING_REFUNDS_CARD });
    const create = 'refund-ticket/create-ticket';
    const own = dataOf(await failing.shop.merchant.call(create, ticketBody(failing))).ticket;
    await test.app.worker.runOnce();
    for (const reply of [
      await stranger.call(PATH, body),
      await sale.shop.merchant.call(PATH, body, { environment: 'prod' }),
      await asBuyer(failing, PATH, body),
      await asBuyer(failing, PATH, { ...ticketBody(failing), ticketId: own.id }),
    ]) {
      expectError(reply, 404, 'Refund ticket not found', 'ticket');
    }
  });
});

describeErrorRows(resubmitTicket, {
  missingTicketId: () => sendAgain({ ticketId: null }),
  missingPaymentId: () => sendAgain({ paymentId: undefined }),
  missingReason: () => sendAgain({ reason: '' }),
  missingAmount: () => sendAgain({ requestedAmount: null }),
  malformedPaymentId: { got: 'ORD_1', send: () => sendAgain({ paymentId: 'ORD_1' }) },
  longReason: () => sendAgain({ reason: 'x'.repeat(2_001) }),
  invalidAmount: () => sendAgain({ requestedAmount: { amount: '0', currency: 'USD' } }),
  invalidCurrency: () => sendAgain({ requestedAmount: { amount: '1', currency: 'US' } }),
  malformedTicketId: { got: 'TKT_1', send: () => sendAgain({ ticketId: 'TKT_1' }) },
  ticketNotFound: () => sendAgain({ ticketId: 'TKT_0000000000000000000001' }),
  otherPayment: async () => {
    const { sale, ticket } = await makeDecided('reject');
    const other = await makeSale(test, {}, sale.shop);
    return asBuyer(sale, PATH, { ...ticketBody(other), ticketId: ticket.id });
  },
  notResubmittable: {
    got: 'pending',
    send: async () => {
      const sale = await makeSale(test);
      const { id } = await makeTicket(sale, '1');
      return asBuyer(sale, PATH, { ...ticketBody(sale), ticketId: id });
    },
  },
  otherBuyer: async () => {
    const { sale, ticket } = await makeDecided('reject');
    const body = { ...ticketBody(sale), ticketId: ticket.id };
    return asBuyer(sale, PATH, body, { buyer: 'somebody else' });
  },
  forbidden: async () => {
    const { sale, ticket } = await makeDecided('reject');
    const { merchant, store } = sale.shop;
    const member = await makeMember(test, merchant, store.id, 'member');
    return member.call(PATH, { ...ticketBody(sale), ticketId: ticket.id });
  },
  notRefundable: {
    got: 'canceled',
    send: async () => {
      const { sale, ticket } = await makeDecided('reject');
      // No payment leaves `succeeded` today, so this bypasses the rules.
      await test.database.transaction(async (tx) => {
        await tx.query(sql`set local session_replication_role = replica`);
        await tx.query(sql`update payment set status = 'canceled'
          where id = ${decodeId('PAY', sale.paymentId)}`);
      });
      return asBuyer(sale, PATH, { ...ticketBody(sale), ticketId: ticket.id });
    },
  },
  disputed: {
    got: 'open',
    send: async () => {
      const { sale, ticket } = await makeDecided('reject');
      await recordDisputeOf(test, sale);
      return asBuyer(sale, PATH, { ...ticketBody(sale), ticketId: ticket.id });
    },
  },
  otherCurrency: {
    got: 'USD',
    send: () => sendAgain({ requestedAmount: { amount: '1', currency: 'JPY' } }),
  },
  windowPassed: async () => {
    const { sale, ticket } = await makeDecided('reject');
    await test.database.query(sql`
      update payment set paid_at = ${new Date(test.clock.now().getTime() - 15 * DAY_MS)}
      where id = ${decodeId('PAY', sale.paymentId)}`);
    return asBuyer(sale, PATH, { ...ticketBody(sale), ticketId: ticket.id });
  },
  exceeds: {
    got: '1.90 USD',
    send: async () => {
      const { sale, ticket } = await makeDecided('reject');
      await makeTicket(sale, '8');
      return asBuyer(sale, PATH, { ...ticketBody(sale, '1.91'), ticketId: ticket.id });
    },
  },
});

async function makeDecided(decision: string) {
  const sale: Sale = await makeSale(test);
  const { id } = await makeTicket(sale);
  return { sale, ticket: await review(sale, id, decision, 'Say more') };
}

async function sendAgain(change: object) {
  const { sale, ticket } = await makeDecided('reject');
  return asBuyer(sale, PATH, { ...ticketBody(sale), ticketId: ticket.id, ...change });
}
