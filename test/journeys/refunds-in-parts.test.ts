import { describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../support/books.ts';
import { expectError } from '../support/error-rows.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { asBuyer, makeSale, review, type Sale, ticketBody } from '../support/refunding.ts';
import { dataOf, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';

const test = useTestApp();
closeReceivers();
const CREATE = 'refund-ticket/create-ticket';
const EVENTS = ['order.completed', 'refund.succeeded', 'refund.failed'];

describe('partial refunds', () => {
  it('lead from a sale through three refunds to the last cent, and no further', async () => {
    const receiver = await startReceiver();
    const shop = await makeShop(test);
    await makeWebhook(shop.merchant, shop.store.id, receiver.url, { events: EVENTS });
    const session = { orderMerchantExternalId: 'ORDER-7' };
    const sale = await makeSale(test, { session }, shop);
    // Deliveries due at the same time arrive in any order.
    await test.app.worker.runOnce();

    // The customer requests a full refund; the merchant offers a part, and the customer accepts.
    const asked = { ...ticketBody(sale), refundTicketMerchantExternalId: 'CASE-1' };
    const { ticket } = dataOf(await asBuyer(sale, CREATE, asked));
    await review(sale, ticket.id, 'return', 'We can offer 3.00');
    const offer = { ...ticketBody(sale, '3.00'), ticketId: ticket.id, reason: 'Agreed' };
    dataOf(await asBuyer(sale, 'refund-ticket/resubmit-ticket', offer));
    await review(sale, ticket.id, 'approve');
    await test.app.worker.runOnce();

    // The merchant's own system refunds another part, then the rest.
    dataOf(await shop.merchant.call(CREATE, ticketBody(sale, '2.50')));
    await test.app.worker.runOnce();
    await refuse(sale, '4.41', '4.40 USD');
    dataOf(await shop.merchant.call(CREATE, ticketBody(sale, '4.40')));
    await test.app.worker.runOnce();
    await refuse(sale, '0.01', '0.00 USD');

    const told = receiver.received.map(({ body }) => JSON.parse(body));
    expect(told.map(({ eventType, data }) => [eventType, data.refundedAmount])).toEqual([
      ...[['order.completed', undefined]],
      ...['3.00', '2.50', '4.40'].map((amount) => ['refund.succeeded', amount]),
    ]);
    const { paymentId } = told[0].data;
    for (const { data, eventId } of told.slice(1)) {
      expect(eventId).toMatch(/^REF_/);
      expect(data).toMatchObject({
        ...{ paymentId, originalChargedAmount: '9.90', orderMerchantExternalId: 'ORDER-7' },
      });
    }
    expect(told[1].data).toMatchObject({
      ...{ refundReason: 'Agreed', refundTicketMerchantExternalId: 'CASE-1' },
    });
    await expectSoundBooks(test);
  });
});

async function refuse(sale: Sale, amount: string, left: string): Promise<void> {
  const reply = await sale.shop.merchant.call(CREATE, ticketBody(sale, amount));
  const message = `Requested amount exceeds the refundable amount of ${left}`;
  expectError(reply, 400, message, 'ticket');
}
