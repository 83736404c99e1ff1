import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { mailLimitCases } from '../../../test/support/mails-by-hand.ts';
import { callAsOperator } from '../../../test/support/operator.ts';
import { pdfText } from '../../../test/support/pdf-text.ts';
import { makeSale, type Sale } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { runWithoutTriggers } from '../../../test/support/without-triggers.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { sendReceipt } from './send-receipt.ts';

const test = useTestApp();
closeMailServers();
const PATH = 'receipt/send-receipt';
const UNUSED = 'PAY_0000000000000000000001';

describe(PATH, () => {
  it('mails the receipt to the buyer again, regardless of the switches', async () => {
    const { server, mailing } = await makeMailing(test);
    const sale = await makeSale(mailing);
    const { store, merchant } = sale.shop;
    const notificationSettings = { emailOrderConfirmation: false };
    await merchant.call('store/update-store', { id: store.id, notificationSettings });
    while ((await mailing.app.worker.runOnce()) > 0);
    const before = server.taken.length;
    expect(dataOf(await send(sale))).toEqual({
      paymentId: sale.paymentId,
      buyerEmail: 'buyer@example.com',
    });
    while ((await mailing.app.worker.runOnce()) > 0);
    const [mail, ...others] = server.taken.slice(before);
    expect(others).toEqual([]);
    expect(mail?.to).toEqual(['buyer@example.com']);
    expect(mail?.source).toContain('Your receipt from');
    const part = mail?.source.split(/\r\n--/).find((one) => /filename="?receipt-/.test(one)) ?? '';
    const pdf = Buffer.from(part.slice(part.indexOf('\r\n\r\n')).trim(), 'base64');
    expect(pdfText(pdf)).toContain(sale.paymentId);
  });

  it('is sent once for a repeated call, and is in the audit log', async () => {
    const sale = await makeSale(test);
    const headers = { 'x-idempotency-key': 'once' };
    await sale.shop.merchant.call(PATH, { paymentId: sale.paymentId }, { headers });
    await sale.shop.merchant.call(PATH, { paymentId: sale.paymentId }, { headers });
    const mails = await test.database.query(sql`
      select from email_delivery where event_type = 'payment.receipt'
        and event_id = ${sale.paymentId}`);
    expect(mails).toHaveLength(1);
    const log = await sale.shop.merchant.call('audit/list-entries', {
      storeId: sale.shop.store.id,
      limit: 1,
    });
    expect(dataOf(log).entries[0]).toMatchObject({
      action: PATH,
      subject: { type: 'payment', id: sale.paymentId },
    });
  });

  it('refuses to mail a buyer who was erased', async () => {
    const sale = await makeSale(test);
    const buyer = { storeId: sale.shop.store.id, email: 'buyer@example.com' };
    dataOf(await callAsOperator(test, 'personal-data/erase-buyer', buyer));
    const reply = await send(sale);
    const message = 'Payment has no receipt, current status: erased';
    expect([reply.status, reply.body.errors]).toEqual([400, [{ message, layer: 'order' }]]);
  });

  it('sends no more than five, even when they are requested at the same time', async () => {
    const sale = await makeSale(test);
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(sale)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    test.clock.advance(61 * 60 * 1000);
    expect((await send(sale)).status).toBe(200);
  });
});

describeErrorRows(sendReceipt, {
  missingId: async () => (await makeSale(test)).shop.merchant.call(PATH, {}),
  malformedId: {
    got: 'PAY_1',
    send: async () => (await makeSale(test)).shop.merchant.call(PATH, { paymentId: 'PAY_1' }),
  },
  notPaid: {
    got: 'failed',
    send: async () => {
      const sale = await makeSale(test);
      await runWithoutTriggers(
        test.database,
        sql`update payment set status = 'failed' where id = ${decodeId('PAY', sale.paymentId)}`,
      );
      return send(sale);
    },
  },
  forbidden: async () => {
    const { shop, paymentId } = await makeSale(test);
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    return member.call(PATH, { paymentId });
  },
  notFound: async () => (await makeSale(test)).shop.merchant.call(PATH, { paymentId: UNUSED }),
  ...mailLimitCases(test, send, 'payment.receipt', ({ paymentId }) => paymentId),
});

function send({ shop, paymentId }: Sale) {
  return shop.merchant.call(PATH, { paymentId });
}
