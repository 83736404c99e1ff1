import { describe, expect, it } from 'vitest';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { recordDisputeOf } from '../../../test/support/disputing.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import {
  asBuyer,
  DAY_MS,
  makeSale,
  refundsOf,
  type Sale,
  ticketBody,
} from '../../../test/support/refunding.ts';
import { DECLINED_CARD, dataOf, eventsOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { createTicket } from './create-ticket.ts';

const test = useTestApp();
const PATH = 'refund-ticket/create-ticket';
const send = (sale: Sale, change: object = {}) =>
  sale.shop.merchant.call(PATH, { ...ticketBody(sale), ...change });
const sendNew = async (change: object) => send(await makeSale(test), change);

describe('refund-ticket/create-ticket', () => {
  it('keeps a customer’s ticket pending, with all fields, and refunds nothing', async () => {
    const sale = await makeSale(test);
    const body = {
      ...ticketBody(sale, '4.5'),
      metadata: { case: 7 },
      refundTicketMerchantExternalId: 'REF-1',
    };
    const { ticket } = dataOf(await asBuyer(sale, PATH, body));
    expect(ticket).toEqual({
      id: expect.stringMatching(/^TKT_[0-9A-Za-z]{22}$/),
      type: 'refund',
      status: 'pending',
      subjectId: sale.paymentId,
      submitterId: 'buyer-1',
      submitterType: 'customer',
      currentVersionId: expect.any(String),
      ...{ reviewerId: null, reviewedAt: null, reviewNote: null, rejectReason: null },
      executedAt: null,
      metadata: { case: 7 },
      refundTicketMerchantExternalId: 'REF-1',
      versionNumber: 1,
      versionData: {
        reason: 'Not as described',
        requestedAmount: { amount: '4.50', currency: 'USD' },
      },
      createdAt: expect.any(String),
      updatedAt: ticket.createdAt,
    });
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toMatchObject({
      status: 'none',
      claimed: 450,
      refunded: 0,
    });
  });

  it('processes a ticket from an API key or the dashboard immediately', async () => {
    const sale = await makeSale(test);
    const { ticket } = dataOf(await send(sale, amount('5.00')));
    expect(ticket).toMatchObject({
      ...{ status: 'processing', submitterType: 'merchant', reviewerId: null },
      submitterId: sale.shop.merchant.shortId,
    });
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'pending', refunded: 0 });
    const dashboard = await openDashboard(test, sale.shop.merchant);
    const second = await dashboard.call(PATH, ticketBody(sale, '4.90'));
    expect(dataOf(second).ticket.status).toBe('processing');
    await test.app.worker.runOnce();
    expect(await refundsOf(test, sale)).toEqual({
      ...{ status: 'refunded', claimed: 990, refunded: 990, atProvider: 990 },
    });
  });

  it('replays the answer for the same idempotency key', async () => {
    const sale = await makeSale(test);
    const headers = { 'x-idempotency-key': 'refund-once' };
    const call = () => sale.shop.merchant.call(PATH, ticketBody(sale, '1'), { headers });
    const first = await call();
    expect((await call()).text).toBe(first.text);
    expect(await refundsOf(test, sale)).toMatchObject({ claimed: 100 });
  });

  it('is open for 14 days from payment, to the millisecond', async () => {
    const sale = await makeSale(test);
    await paidAgo(sale, 14 * DAY_MS - 60_000);
    expect((await send(sale, amount('1'))).status).toBe(200);
  });

  it('does not find payments of strangers, of the other environment, of deleted stores', async () => {
    const sale = await makeSale(test);
    const body = ticketBody(sale);
    const { merchant } = sale.shop;
    const replies = [
      await (await makeMerchant(test)).call(PATH, body),
      await merchant.call(PATH, body, { environment: 'prod' }),
      await asBuyer(await makeSale(test), PATH, body),
    ];
    await test.database.query(sql`update store set deleted_at = ${test.clock.now()}
      where slug = ${sale.shop.store.slug}`);
    replies.push(await merchant.call(PATH, body), await asBuyer(sale, PATH, body));
    for (const reply of replies) expectError(reply, 404, 'Payment not found', 'ticket');
  });

  it('changes nothing and emits nothing when it refuses', async () => {
    const sale = await makeSale(test);
    const before = await eventsOf(sale.shop);
    await send(sale, amount('9.91'));
    await test.app.worker.runOnce();
    expect(await eventsOf(sale.shop)).toEqual(before);
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'none', claimed: 0 });
  });
});

describeErrorRows(createTicket, {
  missingPaymentId: () => sendNew({ paymentId: '' }),
  missingReason: () => sendNew({ reason: 7 }),
  missingAmount: () => sendNew({ requestedAmount: '9.90' }),
  malformedPaymentId: { got: 'PAY_1', send: () => sendNew({ paymentId: 'PAY_1' }) },
  longReason: () => sendNew({ reason: 'x'.repeat(2_001) }),
  invalidAmount: async () => {
    const sale = await makeSale(test);
    for (const wrong of ['0', '0.00', '-1', '1.001', '1e2', '', ' 1', 5, null]) {
      const reply = await send(sale, amount(wrong));
      expectError(reply, 400, 'Invalid amount', 'ticket');
    }
    return send(sale, amount('all'));
  },
  invalidCurrency: () => sendNew({ requestedAmount: { amount: '1', currency: 'usd' } }),
  invalidMetadata: () => sendNew({ metadata: ['a'] }),
  largeMetadata: () => sendNew({ metadata: { text: 'x'.repeat(17_000) } }),
  longExternalId: () => sendNew({ refundTicketMerchantExternalId: 'x'.repeat(129) }),
  paymentNotFound: () => sendNew({ paymentId: 'PAY_0000000000000000000001' }),
  otherBuyer: async () => {
    const sale = await makeSale(test);
    return asBuyer(sale, PATH, ticketBody(sale), { buyer: 'somebody else' });
  },
  forbidden: async () => {
    const sale = await makeSale(test);
    const { merchant, store } = sale.shop;
    const member = await makeMember(test, merchant, store.id, 'member');
    return member.call(PATH, ticketBody(sale));
  },
  notRefundable: {
    got: 'failed',
    send: async () => {
      const sale = await makeSale(test);
      await makeSale(test, { card: DECLINED_CARD }, sale.shop).catch(() => {});
      const [failed] = await test.database.query<{ id: string }>(sql`
        select short_id('PAY', payment.id) as id from payment
        where status = 'failed' and store_id = ${decodeId('STO', sale.shop.store.id)}`);
      return send(sale, { paymentId: failed?.id });
    },
  },
  disputed: {
    got: 'open',
    send: async () => {
      const sale = await makeSale(test);
      await recordDisputeOf(test, sale);
      return send(sale);
    },
  },
  otherCurrency: {
    got: 'USD',
    send: () => sendNew({ requestedAmount: { amount: '1', currency: 'EUR' } }),
  },
  windowPassed: async () => {
    const sale = await makeSale(test);
    await paidAgo(sale, 14 * DAY_MS + 1_000);
    return send(sale);
  },
  exceeds: {
    got: '4.90 USD',
    send: async () => {
      const sale = await makeSale(test);
      dataOf(await send(sale, amount('5.00')));
      return send(sale, amount('4.91'));
    },
  },
});

function amount(value: unknown) {
  return { requestedAmount: { amount: value, currency: 'USD' } };
}

async function paidAgo({ paymentId }: Sale, ms: number): Promise<void> {
  const paidAt = new Date(test.clock.now().getTime() - ms);
  await test.database.query(sql`
    update payment set paid_at = ${paidAt} where id = ${decodeId('PAY', paymentId)}`);
}
