import { afterAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { DISPUTED_MS, LOST, recordDisputeOf } from '../../../test/support/disputing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import {
  leaveBehind,
  makeSale,
  makeTicket,
  REFUND_LEASE_MS,
  refundsOf,
  review,
  type Sale,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { dataOf, eventsOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
afterAll(() => expectSoundBooks(test));

/** A merchant's ticket, whose refund the worker hasn't executed yet. */
async function startRefunding(sale: Sale): Promise<string> {
  const reply = await sale.shop.merchant.call('refund-ticket/create-ticket', ticketBody(sale));
  return dataOf(reply).ticket.id;
}

/** Expects the ticket's refund to have failed because of the dispute, with its event. */
async function expectFailed(sale: Sale, ticketId: string): Promise<void> {
  expect((await eventsOf(sale.shop)).slice(1)).toMatchObject([
    {
      eventType: 'refund.failed',
      data: { refundFailureReason: 'charge_disputed', refundedAmount: '0.00', amount: '9.90' },
    },
  ]);
  expect(await ticketRow(test, ticketId)).toEqual({ status: 'failed', version: 1 });
  expect(await refundsOf(test, sale)).toEqual({
    ...{ status: 'failed', claimed: 0, refunded: 0, atProvider: 0 },
  });
}

describe('the refund of a payment that is disputed', () => {
  it('fails if it was approved before the dispute, and can be repeated once that is won', async () => {
    const sale = await makeSale(test);
    const ticketId = await startRefunding(sale);
    await recordDisputeOf(test, sale);
    await test.app.worker.runOnce();
    await expectFailed(sale, ticketId);
    const repeat = () =>
      sale.shop.merchant.call('refund-ticket/resubmit-ticket', { ...ticketBody(sale), ticketId });
    const message = 'Payment cannot be refunded, dispute status: open';
    expectError(await repeat(), 400, message, 'ticket');
    await recordDisputeOf(test, sale, 'won');
    dataOf(await repeat());
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', atProvider: 990 });
  });

  it('fails at the provider if only the provider knows of the dispute yet', async () => {
    const sale = await makeSale(test, { card: LOST });
    const ticketId = await startRefunding(sale);
    test.clock.advance(DISPUTED_MS);
    await test.app.worker.runOnce();
    await expectFailed(sale, ticketId);
  });

  it('is decided by the provider if an earlier request may still be in flight', async () => {
    const sale = await makeSale(test);
    const ticketId = await startRefunding(sale);
    // The first attempt reached the provider, whose answer was lost.
    await leaveBehind(test, sale, true);
    await recordDisputeOf(test, sale);
    test.clock.advance(REFUND_LEASE_MS);
    await test.app.worker.runOnce();
    expect(await ticketRow(test, ticketId)).toMatchObject({ status: 'succeeded' });
    expect(await refundsOf(test, sale)).toMatchObject({ refunded: 990, atProvider: 990 });
  });

  it('waits for the outcome if the customer asked before', async () => {
    const sale = await makeSale(test);
    const ticket = await makeTicket(sale);
    await recordDisputeOf(test, sale);
    await expect(review(sale, ticket.id, 'approve')).rejects.toThrow('dispute status: open');
    expect(await ticketRow(test, ticket.id)).toEqual({ status: 'pending', version: 1 });
    await recordDisputeOf(test, sale, 'won');
    await review(sale, ticket.id, 'approve');
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', atProvider: 990 });
  });

  it('can be rejected, lost or not', async () => {
    const sale = await makeSale(test);
    const ticket = await makeTicket(sale);
    await recordDisputeOf(test, sale, 'lost');
    expect((await review(sale, ticket.id, 'reject')).status).toBe('rejected');
  });
});
