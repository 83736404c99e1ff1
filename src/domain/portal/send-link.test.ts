import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { mailLimitCases } from '../../../test/support/mails-by-hand.ts';
import { callAsOperator } from '../../../test/support/operator.ts';
import { visitPortal } from '../../../test/support/portal.ts';
import { makeSale, type Sale } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { isErased } from '../../kit/erased-address.ts';
import { decodeId } from '../../kit/id.ts';
import { sendLink } from './send-link.ts';

const test = useTestApp();
closeMailServers();
const PATH = 'portal/send-link';
const UNUSED = 'ORD_0000000000000000000001';

describe(PATH, () => {
  it('mails the buyer a link that opens their portal, and shows it to no one else', async () => {
    const { server, mailing } = await makeMailing(test);
    const sale = await makeSale(mailing);
    while ((await mailing.app.worker.runOnce()) > 0);
    const before = server.taken.length;
    const reply = await send(sale);
    const { orderId } = sale;
    expect(dataOf(reply)).toEqual({ orderId, buyerEmail: 'buyer@example.com' });
    while ((await mailing.app.worker.runOnce()) > 0);
    const mails = server.taken.slice(before);
    expect(mails.map(({ to }) => to)).toEqual([['buyer@example.com']]);
    const source = mails[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const [, code] = /sign-in\?environment=test&(?:amp;)?code=([\w-]+)/.exec(source) ?? [];
    const visitor = visitPortal(sale.shop);
    await visitor.send('/sign-in?environment=test', { code: code ?? '' });
    expect((await visitor.get()).text).toContain(orderId.slice(0, 4));
    expect(visitor.cookie()).not.toBe('');
    const [kept] = await mailing.database.query<{ row: string }>(sql`
      select to_jsonb(mail)::text as row from email_delivery mail
      where event_type = 'portal.sent_link' and event_id = ${orderId}`);
    expect(kept?.row).not.toContain(code);
  });

  it('answers the same for a buyer who was erased, but mails nothing', async () => {
    const sale = await makeSale(test);
    const buyer = { storeId: sale.shop.store.id, email: 'buyer@example.com' };
    dataOf(await callAsOperator(test, 'personal-data/erase-buyer', buyer));
    const { orderId, buyerEmail } = dataOf(await send(sale));
    expect([orderId, isErased(buyerEmail)]).toEqual([sale.orderId, true]);
    const left = await test.database.query(sql`
      select to_address from email_delivery where event_type = 'portal.sent_link'
        and event_id = ${orderId}
      union all select email from portal_link
        where store_id = ${decodeId('STO', sale.shop.store.id)}`);
    expect(left).toEqual([]);
  });

  it('leaves an entry in the audit log', async () => {
    const sale = await makeSale(test);
    await send(sale);
    const { merchant, store } = sale.shop;
    const log = await merchant.call('audit/list-entries', { storeId: store.id, limit: 1 });
    const subject = { type: 'order', id: sale.orderId };
    expect(dataOf(log).entries[0]).toMatchObject({ action: PATH, subject });
  });
});

describeErrorRows(sendLink, {
  missingId: async () => (await makeSale(test)).shop.merchant.call(PATH, {}),
  malformedId: {
    got: 'ORD_1',
    send: async () => (await makeSale(test)).shop.merchant.call(PATH, { orderId: 'ORD_1' }),
  },
  forbidden: async () => {
    const { shop, orderId } = await makeSale(test);
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    return member.call(PATH, { orderId });
  },
  notFound: async () => (await makeSale(test)).shop.merchant.call(PATH, { orderId: UNUSED }),
  ...mailLimitCases(test, send, 'portal.sent_link', ({ orderId }) => orderId),
});

function send({ shop, orderId }: Sale) {
  return shop.merchant.call(PATH, { orderId });
}
