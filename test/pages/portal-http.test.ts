import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { encodeId, type Id } from '../../src/kit/id.ts';
import { codeMailedTo } from '../support/mail.ts';
import { pdfText } from '../support/pdf-text.ts';
import { enterPortal, portalOf, visitPortal } from '../support/portal.ts';
import { asBuyer, makeSale, makeTicket, ticketBody } from '../support/refunding.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeOrder,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { advanceDays, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const EMAIL = 'buyer@example.com';
const MINUTE_MS = 60_000;
const KEY = { key: '0190b0a0-0000-4000-8000-000000000000' };
const OTHER_SITE = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

const askForLink = (shop: Shop, email: string) =>
  visitPortal(shop).send('/link', { email, environment: 'test' });
const openLink = async (shop: Shop, code: string, environment = 'test') => {
  const visitor = visitPortal(shop);
  const reply = await visitor.send('/sign-in', { code, environment });
  return { visitor, reply };
};
const linksOf = ({ store }: Shop) =>
  test.database.query(sql`
    select from portal_link join store on store.id = store_id where slug = ${store.slug}`);

describe("the portal's door", () => {
  it('admits buyers with a session token, using a cookie for that store only', async () => {
    const shop = await makeShop(test);
    const orderId = await makeOrder(shop);
    const visitor = visitPortal(shop);
    const reply = await visitor.send('/enter', { token: await makeBuyerToken(shop) });
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      `${portalOf(shop)}?entered=test`,
    ]);
    expect(reply.headers.get('set-cookie')).toMatch(
      /^tillgate_portal=test\.[\w-]{43}; Max-Age=86400; Path=\/store\/[\w-]+\/portal; HttpOnly; SameSite=Lax$/,
    );
    const next = await visitor.get('?entered=test');
    expect([next.status, next.headers.get('location')]).toEqual([303, portalOf(shop)]);
    const page = await visitor.get();
    expect(page.text).toContain(orderId);
    expect(page.text).toContain('Test mode');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [kept] = await test.database.query<{ secret_hash: Buffer }>(
      sql`select secret_hash from portal_session order by created_at desc limit 1`,
    );
    expect(visitor.cookie()).not.toContain(kept?.secret_hash.toString('base64url'));
  });

  it('says that it needs cookies, in the environment a browser without them has entered', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    await askForLink(shop, EMAIL);
    const { reply } = await openLink(shop, await codeMailedTo(test, EMAIL));
    expect(reply.headers.get('location')).toBe(`${portalOf(shop)}?entered=test`);
    const { text } = await visitPortal(shop).get('?entered=test');
    expect(text).toContain('Your browser doesn’t accept this page’s cookie.');
    expect(text).toContain('Test mode');
    expect(text).toContain(`action="${portalOf(shop)}/link?environment=test"`);
    expect(text).toContain(`href="${portalOf(shop)}?entered=test&amp;language=de"`);
    expect((await visitPortal(shop).get('?environment=test')).text).not.toContain('cookie');
  });

  it("refuses a dead token, another store's and a form of another site", async () => {
    const [shop, other] = [await makeShop(test), await makeShop(test)];
    const token = await makeBuyerToken(shop);
    for (const wrong of ['x', await makeBuyerToken(other)]) {
      const reply = await visitPortal(shop).send('/enter', { token: wrong });
      expect(reply.status).toBe(401);
      expect(reply.text).toContain('Your login has expired');
    }
    const forged = await visitPortal(shop).send('/enter', { token }, OTHER_SITE);
    expect(forged.status).toBe(403);
    test.clock.advance(6 * MINUTE_MS);
    expect((await visitPortal(shop).send('/enter', { token })).status).toBe(401);
    test.clock.advance(-6 * MINUTE_MS);
  });

  it('gives the same answer for every address, and mails only known ones', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    const known = await askForLink(shop, ` ${EMAIL.toUpperCase()} `);
    const unknown = await askForLink(shop, 'nobody@example.com');
    const bare = ({ text }: typeof known) => text.replaceAll(/nonce="[^"]*"|\S+@example.com/gi, '');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(bare(known)).toBe(bare(unknown));
    expect(await linksOf(shop)).toHaveLength(1);
    const wrong = await askForLink(shop, 'no address');
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Enter your email address');
    expect(wrong.text).toMatch(/role="alert"[^>]*data-announce/);
  });

  it('opens once with an emailed link, to all orders of that address', async () => {
    const shop = await makeShop(test);
    const orderIds = [await makeOrder(shop, 'buyer-1'), await makeOrder(shop, 'buyer-2')];
    await askForLink(shop, EMAIL);
    const code = await codeMailedTo(test, EMAIL);
    // A link scanner that fetches the mail's links doesn't use them up.
    const look = await visitPortal(shop).get(`/sign-in?environment=test&code=${code}`);
    expect(look.text).toContain(`value="${code}"`);
    const { visitor, reply } = await openLink(shop, code);
    expect(reply.status).toBe(303);
    const { text } = await visitor.get();
    for (const orderId of orderIds) expect(text).toContain(orderId);
    const again = await openLink(shop, code);
    expect(again.reply.status).toBe(400);
    expect(again.reply.text).toContain('This link has expired or was already used');
  });

  it('lists no order that was canceled before it was paid', async () => {
    const shop = await makeShop(test);
    const paid = await makeOrder(shop);
    const token = await makeBuyerToken(shop);
    const body = await payingBody(test, await makeSession(shop), DECLINED_CARD);
    await callAsBuyer(test, token, 'onetime-order/create-order', body);
    const [pending] = await test.database.query<{ id: Id<'ORD'> }>(
      sql`select id from orders where status = 'pending' order by created_at desc limit 1`,
    );
    const orderId = encodeId('ORD', pending?.id as Id<'ORD'>);
    dataOf(await shop.merchant.call('onetime-order/cancel-order', { orderId }));
    const visitor = visitPortal(shop);
    await visitor.send('/enter', { token });
    const { text } = await visitor.get();
    expect([text.includes(paid), text.includes(orderId)]).toEqual([true, false]);
  });

  it('admits only one of many concurrent uses of a link', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    await askForLink(shop, EMAIL);
    const code = await codeMailedTo(test, EMAIL);
    const tries = await Promise.all(Array.from({ length: 5 }, () => openLink(shop, code)));
    expect(tries.filter(({ reply }) => reply.status === 303)).toHaveLength(1);
  });

  it('refuses a link at another store, in the other environment, and after 30 minutes', async () => {
    const [shop, other] = [await makeShop(test), await makeShop(test)];
    await makeOrder(shop);
    await askForLink(shop, EMAIL);
    const code = await codeMailedTo(test, EMAIL);
    expect((await openLink(other, code)).reply.status).toBe(400);
    expect((await openLink(shop, code, 'prod')).reply.status).toBe(400);
    test.clock.advance(30 * MINUTE_MS);
    expect((await openLink(shop, code)).reply.status).toBe(400);
    test.clock.advance(-30 * MINUTE_MS);
    expect((await openLink(shop, code)).reply.status).toBe(303);
  });

  it('mails at most ten links an hour to an address, without revealing it', async () => {
    const shop = await makeShop(test);
    const email = 'often@example.com';
    await makeOrder(shop);
    await test.database.query(sql`update orders set buyer_email = ${email}
      where store_id = (select id from store where slug = ${shop.store.slug})`);
    for (let time = 0; time < 12; time += 1) {
      const { status } = await askForLink(shop, email);
      expect(status).toBe(200);
    }
    expect(await linksOf(shop)).toHaveLength(10);
  });

  it('ends after 30 minutes, or immediately when the buyer logs out', async () => {
    const shop = await makeShop(test);
    const orderId = await makeOrder(shop);
    const [leaver, stayer] = [await enterPortal(shop), await enterPortal(shop)];
    const secret = leaver.cookie();
    await leaver.send('/leave');
    expect(leaver.cookie()).toBe('');
    const base = `${test.baseUrl}/store/${shop.store.slug}/portal`;
    const kept = await fetch(base, { headers: { cookie: secret } });
    expect(await kept.text()).not.toContain(orderId);
    test.clock.advance(31 * MINUTE_MS);
    const late = await stayer.get();
    expect(late.text).toContain('Your session has ended');
    expect(late.text).toContain('Test mode');
    const deeper = await stayer.get(`/orders/${orderId}`);
    expect(deeper.status).toBe(303);
    test.clock.advance(-31 * MINUTE_MS);
  });

  it('stays in test when an answer is read in another language or loaded again', async () => {
    const shop = await makeShop(test);
    const portal = portalOf(shop);
    const answers = [
      await askForLink(shop, EMAIL),
      (await openLink(shop, 'used')).reply,
      await visitPortal(shop).send('/enter', { token: 'x', environment: 'test' }),
      await visitPortal(shop).send('/enter?environment=test', { token: 'x' }),
    ];
    for (const { text } of answers) {
      expect(text).toContain(`href="${portal}?environment=test&amp;language=de"`);
    }
    const { text } = await visitPortal(shop).get('?environment=test');
    for (const path of ['/link', '/enter']) {
      expect(text).toContain(`action="${portal}${path}?environment=test"`);
    }
    for (const path of ['/link', '/enter', '/leave', '/sign-in']) {
      const again = await visitPortal(shop).get(`${path}?environment=test`);
      expect([again.status, again.headers.get('location')]).toEqual([
        303,
        `${portal}?environment=test`,
      ]);
    }
  });
});

describe('what the portal shows', () => {
  it('lists orders newest first, ten to a page', async () => {
    const shop = await makeShop(test);
    const orderIds: string[] = [];
    for (let made = 0; made < 12; made += 1) orderIds.push(await makeOrder(shop));
    const newest = orderIds.reverse();
    const visitor = await enterPortal(shop);
    const idsOn = ({ text }: { text: string }) =>
      [...text.matchAll(/orders\/(ORD_\w+)/g)].map(([, id]) => id);
    const first = await visitor.get();
    expect(idsOn(first)).toEqual(newest.slice(0, 10));
    expect(idsOn(await visitor.get(`?before=${newest[9]}`))).toEqual(newest.slice(10));
  });

  it('provides receipts of payments and refunds, as a page and as a PDF', async () => {
    const sale = await makeSale(test);
    const merchantTicket = ticketBody(sale, '4.00');
    dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', merchantTicket));
    await test.app.worker.runOnce();
    const visitor = await enterPortal(sale.shop);
    const { text } = await visitor.get(`/orders/${sale.orderId}`);
    const numbers = [...text.matchAll(/receipts\/(\w+)"/g)].map(([, number]) => number);
    expect(numbers).toEqual([sale.paymentId, expect.stringMatching(/^REF_/)]);
    for (const [number, amount] of [
      [numbers[0], '9.90'],
      [numbers[1], '4.00'],
    ]) {
      const page = await visitor.get(`/receipts/${number}`);
      expect(page.text).toContain(number);
      expect(page.text).toContain(amount);
      const response = await fetch(
        `${test.baseUrl}/store/${sale.shop.store.slug}/portal/receipts/${number}/pdf`,
        { headers: { cookie: visitor.cookie() } },
      );
      expect(response.headers.get('content-type')).toBe('application/pdf');
      const pdf = pdfText(Buffer.from(await response.arrayBuffer()));
      expect(pdf).toContain(number);
      expect(pdf).toContain(amount);
    }
  });
});

describe('what another buyer can see', () => {
  it('is nothing: every page and form is not found', async () => {
    const sale = await makeSale(test);
    const club = await makeClub(test);
    const subscription = await subscribe(club);
    const stranger = await enterPortal(sale.shop, 'somebody-else');
    const production = await enterPortal(sale.shop, 'buyer-1', 'prod');
    const elsewhere = await enterPortal(club);
    for (const visitor of [stranger, production, elsewhere]) {
      for (const path of [
        `/orders/${sale.orderId}`,
        `/receipts/${sale.paymentId}`,
        `/receipts/${sale.paymentId}/pdf`,
        `/payments/${sale.paymentId}/refund`,
      ]) {
        expect((await visitor.get(path)).status, path).toBe(404);
      }
      const form = { ...KEY, amount: '9.90', reason: 'Mine' };
      const asked = await visitor.send(`/payments/${sale.paymentId}/refund`, form);
      expect(asked.status).toBe(404);
    }
    const other = await enterPortal(club, 'somebody-else');
    for (const act of ['cancel', 'reactivate', 'card', 'plan', 'keep-plan']) {
      expect((await other.get(`/orders/${subscription}/${act}`)).status).toBe(404);
      expect((await other.send(`/orders/${subscription}/${act}`, KEY)).status).toBe(404);
    }
    const tickets = await test.database.query(sql`select from refund_ticket
      where payment_id in (select id from payment
        where store_id = (select id from store where slug = ${sale.shop.store.slug}))`);
    expect(tickets).toEqual([]);
  });

  it("is nothing of a store's portal under another store's slug, or of none", async () => {
    const [shop, other] = [await makeShop(test), await makeShop(test)];
    const orderId = await makeOrder(shop);
    const visitor = await enterPortal(shop);
    const base = (slug: string) => `${test.baseUrl}/store/${slug}/portal`;
    const headers = { cookie: visitor.cookie() };
    const elsewhere = await fetch(base(other.store.slug), { headers });
    expect(await elsewhere.text()).not.toContain(orderId);
    expect((await fetch(base('none'))).status).toBe(404);
    expect((await fetch(base('%00'))).status).toBe(404);
  });

  it('is a page in the picked language that leads back to the orders', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const visitor = await enterPortal(club);
    await visitor.get('?language=de');
    // The club has no other plan.
    for (const path of ['/orders/ORD_0', `/orders/${orderId}/plan`]) {
      const reply = await visitor.get(path);
      expect(reply.status).toBe(404);
      expect(reply.text).toContain('Diese Seite gibt es nicht');
      expect(reply.text).toContain(`<a class="back" href="${portalOf(club)}">`);
    }
    expect((await visitor.send(`/orders/${orderId}/plan`, KEY)).text).toContain('class="back"');
    const forged = await visitor.send('/leave', {}, OTHER_SITE);
    expect([forged.status, forged.text]).toEqual([403, expect.stringContaining('lang="de"')]);
  });

  it('can’t be changed by a form from another site or one without its key', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const visitor = await enterPortal(club);
    const forged = await visitor.send(`/orders/${orderId}/cancel`, KEY, OTHER_SITE);
    expect(forged.status).toBe(403);
    expect((await visitor.send(`/orders/${orderId}/cancel`)).status).toBe(400);
    expect((await visitor.get(`/orders/${orderId}`)).text).toContain('Next payment');
  });
});

describe("a buyer's actions", () => {
  it('take effect once, however often their button is pressed', async () => {
    const sale = await makeSale(test);
    const visitor = await enterPortal(sale.shop);
    const path = `/payments/${sale.paymentId}/refund`;
    const form = { ...KEY, amount: '6.00', reason: 'Not for me' };
    const [first, second] = [await visitor.send(path, form), await visitor.send(path, form)];
    expect([first.status, second.status]).toEqual([303, 303]);
    const { text } = await visitor.get(`/orders/${sale.orderId}`);
    expect(text.match(/Refund of \$6\.00 requested/g)).toHaveLength(1);
  });

  it('take effect again if the form was changed after going back', async () => {
    const sale = await makeSale(test);
    const visitor = await enterPortal(sale.shop);
    const path = `/orders/${sale.orderId}`;
    for (const [country, name] of [
      ['FR', 'France'],
      ['IT', 'Italy'],
    ] as const) {
      expect((await visitor.send(`${path}/billing`, { ...KEY, country })).status).toBe(303);
      expect((await visitor.get(path)).text).toContain(name);
    }
  });

  it('show what stopped a refund at its field', async () => {
    const sale = await makeSale(test);
    const visitor = await enterPortal(sale.shop);
    const path = `/payments/${sale.paymentId}/refund`;
    const tooMuch = { ...KEY, amount: '10.00', reason: 'Too much' };
    const reply = await visitor.send(path, tooMuch);
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(/name="amount"[^>]*aria-invalid="true"/);
    expect(reply.text).toContain('Enter at most 9.90.');
    expect(reply.text).toContain('Too much');
    const german = await (await enterPortal(sale.shop)).send(`${path}?language=de`, tooMuch);
    expect(german.text).toContain('Geben Sie einen Betrag von höchstens 9,90 ein.');
    expect(german.text).not.toContain('Requested amount');
    const empty = await visitor.send(path, { ...KEY, amount: 'x', reason: '' });
    expect(empty.text).toContain('Enter an amount such as 9.90');
  });

  it('allow resubmitting a returned request, including from an emailed link', async () => {
    const sale = await makeSale(test);
    const ticket = await makeTicket(sale, '4.00');
    const decided = { ticketId: ticket.id, decision: 'return', note: 'Which part?' };
    dataOf(await sale.shop.merchant.call('refund-ticket/review-ticket', decided));
    await askForLink(sale.shop, EMAIL);
    const { visitor } = await openLink(sale.shop, await codeMailedTo(test, EMAIL));
    expect((await visitor.get(`/orders/${sale.orderId}`)).text).toContain('Which part?');
    const path = `/payments/${sale.paymentId}/refund?ticket=${ticket.id}`;
    const again = await visitor.send(path, { ...KEY, amount: '3.00', reason: 'The second' });
    expect(again.status).toBe(303);
    // A buyer identified by the merchant may resubmit a request made via an emailed link.
    dataOf(await sale.shop.merchant.call('refund-ticket/review-ticket', decided));
    const body = { ...ticketBody(sale, '2.00'), ticketId: ticket.id };
    expect(dataOf(await asBuyer(sale, 'refund-ticket/resubmit-ticket', body)).ticket).toMatchObject(
      { status: 'pending', versionNumber: 3 },
    );
  });

  it('aren’t offered if the state of a subscription rules them out', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const visitor = await enterPortal(club);
    const acts = async () => {
      const { text } = await visitor.get(`/orders/${orderId}`);
      return [...text.matchAll(/orders\/ORD_\w+\/(\w+)"/g)].map(([, act]) => act);
    };
    const seen = async (step: string) => (await visitor.get(`/orders/${orderId}/${step}`)).status;
    expect(await acts()).toEqual(['card', 'billing', 'cancel']);
    // An old tab or bookmark leads to the order as it is now.
    expect([await seen('cancel'), await seen('reactivate'), await seen('card')]).toEqual([
      200, 303, 200,
    ]);
    await visitor.send(`/orders/${orderId}/cancel`, KEY);
    expect(await acts()).toEqual(['reactivate', 'card', 'billing']);
    expect([await seen('cancel'), await seen('reactivate')]).toEqual([303, 200]);
    await advanceDays(club, 32);
    expect(await acts()).toEqual(['billing']);
    expect([await seen('reactivate'), await seen('card')]).toEqual([303, 303]);
    const late = await visitor.send(`/orders/${orderId}/reactivate`, {
      key: '0190b0a0-0000-4000-8000-000000000001',
    });
    expect(late.status).toBe(400);
    expect(late.text).toContain('go back to see your order as it is now');
    expect(late.text).not.toContain('current status');
  });
});
