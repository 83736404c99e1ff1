import { describe, expect, it } from 'vitest';
import {
  FAILING_REFUNDS_CARD,
  makeSale,
  refundsOf,
  type Sale,
  ticketBody,
  ticketRow,
} from '../../../test/support/refunding.ts';
import { dataOf, eventsOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { RefundEnded } from '../../contract/refund.ts';
import { sql } from '../../database/database.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import type { RefundKey } from '../ledger/ledger.queries.ts';
import { endRefund } from './end-refund.ts';

const test = useTestApp();
const SUCCEEDED: RefundEnded = { status: 'succeeded', reference: 're_1' };
const FAILED: RefundEnded = { status: 'failed', reason: 'refund_declined', reference: 're_1' };

describe('the end of a refund', () => {
  it('is recorded once when several workers learn of it concurrently', async () => {
    const sale = await makeSale(test);
    await startRefunding(sale);
    const end = await enderOf(sale);
    await Promise.all(Array.from({ length: 8 }, () => end(SUCCEEDED)));
    await end(SUCCEEDED);
    expect(await eventsOf(sale.shop)).toHaveLength(2);
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'refunded', refunded: 990 });
  });

  it('stays as it was recorded first', async () => {
    const sale = await makeSale(test);
    await startRefunding(sale);
    const end = await enderOf(sale);
    await end(SUCCEEDED);
    await end(FAILED);
    expect((await eventsOf(sale.shop)).at(-1).eventType).toBe('refund.succeeded');
    expect(await refundsOf(test, sale)).toMatchObject({ claimed: 990, refunded: 990 });
  });

  it('does not affect the next version of the ticket if it is reported late', async () => {
    const sale = await makeSale(test, { card: FAILING_REFUNDS_CARD });
    const { id: ticketId } = await startRefunding(sale);
    const end = await enderOf(sale);
    await end(FAILED);
    const body = { ...ticketBody(sale), ticketId };
    dataOf(await sale.shop.merchant.call('refund-ticket/resubmit-ticket', body));
    await end(FAILED);
    expect(await ticketRow(test, ticketId)).toEqual({ status: 'processing', version: 2 });
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'pending', claimed: 990 });
  });
});

async function startRefunding({ shop, paymentId }: Sale) {
  const body = ticketBody({ paymentId });
  return dataOf(await shop.merchant.call('refund-ticket/create-ticket', body)).ticket;
}

/** Records an outcome for the sale's refund in progress. */
async function enderOf(sale: Sale) {
  const paymentId = decodeId('PAY', sale.paymentId) as Id<'PAY'>;
  const [refund] = await test.database.query<RefundKey>(sql`
    select id, store_id as "storeId" from refund where payment_id = ${paymentId} and status = 'pending'`);
  return (outcome: RefundEnded) =>
    test.database.transaction((tx) =>
      endRefund(tx, { ...(refund as RefundKey), paymentId }, outcome, test.clock.now()),
    );
}
