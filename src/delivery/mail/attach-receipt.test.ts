import { describe, expect, it } from 'vitest';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { pdfText } from '../../../test/support/pdf-text.ts';
import { makeSale, ticketBody } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { advanceDays, makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { type TestApp, useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
closeMailServers();

/** Mails to the buyer: subject and the receipt's text, if any. */
async function buyersMails(
  mailing: TestApp,
  taken: readonly { to: readonly string[]; source: string }[],
) {
  while ((await mailing.app.worker.runOnce()) > 0);
  return taken
    .filter(({ to }) => to.includes('buyer@example.com'))
    .map(({ source }) => {
      const subject = /^Subject: (.*)\r$/m.exec(source)?.[1] ?? '';
      const part = source.split(/\r\n--/).find((one) => /filename="?receipt-/.test(one));
      const encoded = part?.slice(part.indexOf('\r\n\r\n')).trim();
      return { subject, source, receipt: encoded ? pdfText(Buffer.from(encoded, 'base64')) : null };
    });
}

describe('mails about money that moved', () => {
  it('carry the receipts of a sale and its refund, and link to the portal', async () => {
    const { server, mailing } = await makeMailing(test);
    const sale = await makeSale(mailing);
    const body = ticketBody(sale, '4.00');
    dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', body));
    const mails = await buyersMails(mailing, server.taken);
    // Mails of one batch are sent concurrently.
    const [order, refund] = ['Amount paid', 'Amount refunded'].map((line) =>
      mails.find(({ receipt }) => receipt?.includes(line)),
    );
    expect(order?.receipt).toContain(sale.paymentId);
    expect(order?.receipt).toMatch(/Amount paid\nUSD.9\.90/);
    expect(order?.source.replaceAll('=\r\n', '')).toContain(
      `/store/${sale.shop.store.slug}/portal?environment=3Dtest`,
    );
    expect(refund?.receipt).toContain('REF_');
    expect(refund?.receipt).toMatch(/Amount refunded\nUSD.4\.00/);
  });

  it('carry the receipt of the first period and of each renewal', async () => {
    const { server, mailing } = await makeMailing(test);
    const club = await makeClub(mailing);
    await subscribe(club);
    await advanceDays(club, 32);
    const mails = await buyersMails(mailing, server.taken);
    const paid = mails.filter(({ receipt }) => receipt !== null);
    const told = paid.map(({ subject }) => /renewed|subscription to/.exec(subject)?.[0]);
    // Mails of one poll are sent concurrently.
    expect(told.sort()).toEqual(['renewed', 'subscription to']);
    const numbers = paid.map(({ receipt }) => /PAY_\w+/.exec(receipt ?? '')?.[0]);
    expect(new Set(numbers).size).toBe(2);
  });

  it('carry none at the start of a free trial', async () => {
    const { server, mailing } = await makeMailing(test);
    const club = await makeClub(mailing, { metadata: { trialDays: 7 } });
    await subscribe(club);
    const mails = await buyersMails(mailing, server.taken);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.receipt).toBeNull();
  });
});
