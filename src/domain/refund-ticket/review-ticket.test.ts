import { describe, expect, it } from 'vitest';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { recordDisputeOf } from '../../../test/support/disputing.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import {
  asBuyer,
  makeSale,
  makeTicket,
  refundsOf,
  review,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { dataOf, eventsOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { reviewTicket } from './review-ticket.ts';

const test = useTestApp();
const PATH = 'refund-ticket/review-ticket';

describe('refund-ticket/review-ticket', () => {
  it('processes what it approves, and the refund follows', async () => {
    const { sale, ticketId } = await makeWaiting();
    const ticket = await review(sale, ticketId, 'approve', 'Fair enough');
    expect(ticket).toMatchObject({
      ...{ status: 'processing', reviewNote: 'Fair enough', rejectReason: null },
      ...{ reviewerId: sale.shop.merchant.shortId, reviewedAt: expect.any(String) },
      ...{ submitterType: 'customer', submitterId: 'buyer-1', executedAt: null },
    });
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'pending' });
    await test.app.worker.runOnce();
    expect(await ticketRow(test, ticketId)).toMatchObject({ status: 'succeeded' });
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', refunded: 990 });
  });

  it('frees the amount when it rejects or returns, with the note as the reason', async () => {
    const { sale, ticketId } = await makeWaiting();
    const rejected = await review(sale, ticketId, 'reject', 'Used for a year');
    expect(rejected).toMatchObject({
      ...{ status: 'rejected', rejectReason: 'Used for a year', reviewNote: 'Used for a year' },
    });
    const other = await makeTicket(sale);
    const returned = await review(sale, other.id, 'return', 'Which one?');
    expect(returned).toMatchObject({
      ...{ status: 'returned', rejectReason: null, reviewNote: 'Which one?' },
    });
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'none', claimed: 0, refunded: 0 });
    expect(await eventsOf(sale.shop)).toHaveLength(1);
  });

  it('is done by admins, and in the dashboard', async () => {
    const { sale, ticketId } = await makeWaiting();
    const { merchant, store } = sale.shop;
    const admin = await makeMember(test, merchant, store.id, 'admin');
    const dashboard = await openDashboard(test, admin);
    const { ticket } = dataOf(await dashboard.call(PATH, { ticketId, decision: 'approve' }));
    expect(ticket).toMatchObject({ status: 'processing', reviewerId: admin.shortId });
  });

  it('replays the answer for the same idempotency key', async () => {
    const { sale, ticketId } = await makeWaiting();
    const headers = { 'x-idempotency-key': 'review-once' };
    const call = () => sale.shop.merchant.call(PATH, { ticketId, decision: 'reject' }, { headers });
    const first = await call();
    expect((await call()).text).toBe(first.text);
  });

  it('does not find tickets of strangers or of the other environment, and takes no token', async () => {
    const { sale, ticketId } = await makeWaiting();
    const body = { ticketId, decision: 'approve' };
    const stranger = await (await makeMerchant(test)).call(PATH, body);
    expectError(stranger, 404, 'Refund ticket not found', 'ticket');
    const inProd = await sale.shop.merchant.call(PATH, body, { environment: 'prod' });
    expectError(inProd, 404, 'Refund ticket not found', 'ticket');
    expectError(await asBuyer(sale, PATH, body), 403, 'Insufficient permissions', 'gateway');
    expect(await ticketRow(test, ticketId)).toMatchObject({ status: 'pending' });
  });

  it('decides once in concurrent calls', needs('server'), async () => {
    const { sale, ticketId } = await makeWaiting();
    const decisions = Array.from(
      { length: 12 },
      (_, index) => ['approve', 'reject', 'return'][index % 3],
    );
    const replies = await Promise.all(
      decisions.map((decision) => sale.shop.merchant.call(PATH, { ticketId, decision })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(11);
  });
});

describeErrorRows(reviewTicket, {
  missingTicketId: () => send({ ticketId: '' }),
  missingDecision: () => send({ decision: undefined }),
  malformedTicketId: { got: 'REF_1', send: () => send({ ticketId: 'REF_1' }) },
  invalidDecision: () => send({ decision: 'postpone' }),
  longNote: () => send({ note: 'x'.repeat(2_001) }),
  forbidden: async () => {
    const { sale, ticketId } = await makeWaiting();
    const { merchant, store } = sale.shop;
    const member = await makeMember(test, merchant, store.id, 'member');
    return member.call(PATH, { ticketId, decision: 'approve' });
  },
  ticketNotFound: () => send({ ticketId: 'TKT_0000000000000000000001' }),
  notReviewable: {
    got: 'processing',
    send: async () => {
      const sale = await makeSale(test);
      const { merchant } = sale.shop;
      const created = await merchant.call('refund-ticket/create-ticket', ticketBody(sale));
      return merchant.call(PATH, { ticketId: dataOf(created).ticket.id, decision: 'reject' });
    },
  },
  disputed: {
    got: 'open',
    send: async () => {
      const { sale, ticketId } = await makeWaiting();
      await recordDisputeOf(test, sale);
      return sale.shop.merchant.call(PATH, { ticketId, decision: 'approve' });
    },
  },
});

async function makeWaiting() {
  const sale = await makeSale(test);
  return { sale, ticketId: (await makeTicket(sale)).id as string };
}

async function send(change: object) {
  const { sale, ticketId } = await makeWaiting();
  return sale.shop.merchant.call(PATH, { ticketId, decision: 'approve', ...change });
}
