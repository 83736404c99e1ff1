import { WaffoPancake } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { makeSale, review, type Sale } from '../support/refunding.ts';
import { eventsOf, makeBuyerToken } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

/** The published client, unmodified except for its base URL. */
const test = useTestApp();

describe('the published client requests refunds', () => {
  it('creates a ticket and resubmits it after a rejection', async () => {
    const sale = await makeSale(test);
    const customer = await customerOf(sale);
    const { ticket } = await customer.createRefundTicket({
      paymentId: sale.paymentId,
      reason: 'Product not as described',
      requestedAmount: { amount: '9.90', currency: 'USD' },
      metadata: { channel: 'chat' },
      refundTicketMerchantExternalId: 'REF-2026-00891',
    });
    expect(ticket).toMatchObject({
      ...{ type: 'refund', status: 'pending', subjectId: sale.paymentId, versionNumber: 1 },
      ...{ submitterId: 'buyer-1', submitterType: 'customer', metadata: { channel: 'chat' } },
      refundTicketMerchantExternalId: 'REF-2026-00891',
    });
    const rejected = await review(sale, ticket.id, 'reject', 'Opened already');
    expect(rejected.rejectReason).toBe('Opened already');
    const again = await customer.resubmitRefundTicket({
      ticketId: ticket.id,
      paymentId: sale.paymentId,
      reason: 'A page is missing',
      requestedAmount: { amount: '5.00', currency: 'USD' },
    });
    expect(again.ticket).toMatchObject({
      ...{ id: ticket.id, status: 'pending', versionNumber: 2, rejectReason: null },
      versionData: {
        reason: 'A page is missing',
        requestedAmount: { amount: '5.00', currency: 'USD' },
      },
      refundTicketMerchantExternalId: 'REF-2026-00891',
    });
    await review(sale, ticket.id, 'approve');
    await test.app.worker.runOnce();
    const [, event] = await eventsOf(sale.shop);
    expect(event).toMatchObject({
      eventType: 'refund.succeeded',
      data: {
        ...{ refundedAmount: '5.00', refundReason: 'A page is missing' },
        refundTicketMerchantExternalId: 'REF-2026-00891',
      },
    });
  });

  it('gets the error messages', async () => {
    const sale = await makeSale(test);
    const customer = await customerOf(sale, 'somebody else');
    const asked = customer.createRefundTicket({
      paymentId: sale.paymentId,
      reason: 'Mine now',
      requestedAmount: { amount: '9.90', currency: 'USD' },
    });
    await expect(asked).rejects.toMatchObject({
      status: 403,
      errors: [{ message: 'Order does not belong to user', layer: 'ticket' }],
    });
  });
});

async function customerOf({ shop }: Sale, buyer?: string) {
  const { merchant } = shop;
  const privateKey = merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const client = new WaffoPancake({
    ...{ merchantId: merchant.shortId, privateKey: privateKey.toString(), baseUrl: test.baseUrl },
  });
  return client.customer(await makeBuyerToken(shop, buyer), { environment: 'test' });
}
