import { describe, expect, it } from 'vitest';
import { expectError } from '../support/error-rows.ts';
import { mailsOfStore } from '../support/mail.ts';
import {
  asBuyer,
  makeSale,
  makeTicket,
  review,
  type Sale,
  ticketBody,
} from '../support/refunding.ts';
import { dataOf, makeBuyerToken } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsBuyer, askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();
const NOTE = 'Goodwill, though they are a nuisance';
const PATHS = [
  '{ refundTickets { id reason versions { reason } } refundTicketsCount }',
  '{ payments { refundTickets { id reason versionData { reason } versions { reason } } } }',
  '{ refunds { status refundTicket { id reason reviewNote versions { reason } } } }',
];

/** A refund of 3.00 initiated by the merchant; returns the ticket. */
async function makeMerchantTicket(sale: Sale) {
  const body = { ...ticketBody(sale, '3.00'), reason: NOTE, metadata: { note: NOTE } };
  const made = await sale.shop.merchant.call('refund-ticket/create-ticket', body);
  await test.app.worker.runOnce();
  return dataOf(made).ticket;
}

interface Refund {
  readonly refundTicketMerchantExternalId: string | null;
}

const asOwner = async ({ shop }: Sale): Promise<Ask> =>
  askAsBuyer(test, await makeBuyerToken(shop));

describe('a ticket created by the merchant', () => {
  it('is hidden from the customer on every path, and visible to the merchant', async () => {
    const sale = await makeSale(test);
    const ticket = await makeMerchantTicket(sale);
    const ask = await asOwner(sale);
    for (const path of [...PATHS, `{ refundTicket(id: "${ticket.id}") { reason } }`]) {
      expect((await ask(path)).text).not.toContain(NOTE);
      expect((await askAsMerchant(test, sale.shop.merchant)(path)).text).toContain(NOTE);
    }
    const seen = '{ refundTicketsCount refunds { status refundTicket { id } } }';
    expect(await dataFrom(ask(seen))).toEqual({
      refundTicketsCount: 0,
      refunds: [{ status: 'succeeded', refundTicket: null }],
    });
    const again = { ...ticketBody(sale, '1.00'), ticketId: ticket.id };
    const resubmitted = await asBuyer(sale, 'refund-ticket/resubmit-ticket', again);
    expectError(resubmitted, 404, 'Refund ticket not found', 'ticket');
    expect(resubmitted.text).not.toContain(NOTE);
  });

  it('hides the merchant’s external ID from the customer, also as a filter', async () => {
    const sale = await makeSale(test);
    const { merchant } = sale.shop;
    const own = { ...ticketBody(sale, '2.00'), refundTicketMerchantExternalId: 'OWN-1' };
    const { ticket } = dataOf(await asBuyer(sale, 'refund-ticket/create-ticket', own));
    await review(sale, ticket.id, 'approve');
    await test.app.worker.runOnce();
    const theirs = { ...ticketBody(sale, '3.00'), refundTicketMerchantExternalId: 'FRAUD-2' };
    dataOf(await merchant.call('refund-ticket/create-ticket', theirs));
    await test.app.worker.runOnce();
    const all = '{ refunds { refundTicketMerchantExternalId } }';
    const matching = `query ($id: String) {
      refundsCount(filter: { refundTicketMerchantExternalId: { startsWith: $id } }) }`;
    for (const [ask, shown, matches] of [
      [await asOwner(sale), ['OWN-1', null], 0],
      [askAsMerchant(test, merchant), ['OWN-1', 'FRAUD-2'], 1],
    ] as const) {
      const { refunds } = await dataFrom(ask(all));
      const ids = refunds.map((row: Refund) => row.refundTicketMerchantExternalId);
      expect(new Set(ids)).toEqual(new Set<string | null>(shown));
      expect(await dataFrom(ask(matching, { id: 'FRAUD' }))).toEqual({ refundsCount: matches });
      expect(await dataFrom(ask(matching, { id: 'OWN' }))).toEqual({ refundsCount: 1 });
    }
  });

  it('is quoted in the merchant’s mail, but not in the buyer’s', async () => {
    const sale = await makeSale(test);
    await makeMerchantTicket(sale);
    const mails = await mailsOfStore(test, sale.shop.store.id);
    const told = mails.filter(({ type }) => type === 'refund.succeeded');
    const quoting = told.filter(({ text }) => text?.includes(NOTE));
    expect(told.map(({ recipientType }) => recipientType)).toEqual(['buyer', 'merchant']);
    expect(quoting.map(({ recipientType }) => recipientType)).toEqual(['merchant']);
  });

  it('leaves the customer’s own ticket visible, with the merchant’s answer', async () => {
    const sale = await makeSale(test);
    await makeMerchantTicket(sale);
    const own = await makeTicket(sale, '2.00');
    await review(sale, own.id, 'return', 'Please send a picture');
    const ask = await asOwner(sale);
    const query = '{ refundTickets { id reviewNote } payments { refundTickets { id } } }';
    expect(await dataFrom(ask(query))).toEqual({
      refundTickets: [{ id: own.id, reviewNote: 'Please send a picture' }],
      payments: [{ refundTickets: [{ id: own.id }] }],
    });
  });
});
