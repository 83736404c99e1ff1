import { describe, expect, it } from 'vitest';
import { askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { closeMailServers } from '../../../test/support/mail-server.ts';
import { makeMailing } from '../../../test/support/mailing.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { recordShopEvent } from '../../../test/support/shop-events.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { DAY_MS } from '../../kit/period.ts';
import { createSecrets } from '../../secrets.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

const LINK = 'unsubscribe?token=';

describe('the unsubscribe link', () => {
  const test = useTestApp();
  closeMailServers();

  it('of an owner is in the mail, but in no text that members and keys can read', async () => {
    const { server, mailing, owner, store, mails } = await makeMailing(test);
    const member = await makeMember(mailing, owner, store.id, 'member');
    await recordShopEvent(mailing, store.id, 'order.completed');
    await mailing.app.worker.runOnce();
    const sent = server.taken.find(({ to }) => to.includes(owner.email))?.source ?? '';
    expect(sent.replace(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(LINK);
    const bodies = async () => {
      const query = `{ emailDeliveries(storeId: "${store.id}") { body } }`;
      const { emailDeliveries } = await dataFrom(askAsMerchant(mailing, member)(query));
      return emailDeliveries.map(({ body }: { body: string }) => body) as string[];
    };
    const read = await bodies();
    expect(read.map((body) => body.includes(LINK))).toEqual([false, false]);
    expect((await mails()).map(({ text }) => text?.includes(LINK))).toEqual([false, false]);
    // As stored by an earlier release.
    const line = '\nStop: https://shop.example/notifications/unsubscribe?token=A-_\n';
    await mailing.database.query(sql`
      update email_delivery set body_text = body_text || ${line}
      where store_id = ${uuidOf('STO', store.id)}`);
    expect((await mails()).map(({ text }) => text?.includes(LINK))).toEqual([true, true]);
    expect(await bodies()).toEqual(read);
  });
});

describe('the unsubscribe page', () => {
  const test = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'true' });

  it('shows nothing of a link that was altered, even by characters that decoding ignores', async () => {
    const link = { storeId: 's', merchantId: 'm', switch: 'notifyNewOrders' };
    const secrets = createSecrets(TEST_SECRET_KEY);
    const url = unsubscribeUrl(test.baseUrl, secrets, { ...link, environment: 'prod' });
    const reply = await fetch(`${url}${encodeURIComponent('"><')}`);
    expect(reply.status).toBe(404);
    expect(await reply.text()).not.toContain('<form');
  });

  it('refuses a network above its limit, before it writes anything', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const [storeId, merchantId] = [uuidOf('STO', store.id), owner.id];
    const link = { storeId, merchantId, switch: 'notifyNewOrders', environment: 'prod' } as const;
    const url = unsubscribeUrl(test.baseUrl, createSecrets(TEST_SECRET_KEY), link);
    const open = (method: string, address: string) =>
      fetch(url, { method, headers: { 'x-forwarded-for': address } });
    const optOuts = () =>
      test.database.query(sql`select from notification_opt_out where store_id = ${storeId}`);
    // Stopped, so that the bucket doesn't refill while it is emptied.
    test.clock.stop();
    const opened = Array.from({ length: 50 }, () => open('GET', '192.0.2.1'));
    const statuses = (await Promise.all(opened)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const method of ['POST', 'GET']) {
      const refused = await open(method, '192.0.2.1');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await refused.text()).toContain('<h1>Too many requests</h1>');
    }
    expect(await optOuts()).toEqual([]);
    expect((await open('POST', '192.0.2.2')).status).toBe(200);
    expect(await optOuts()).toHaveLength(1);
  });
});

describe('unsubscribing', () => {
  const test = useTestApp();

  /** Links of both environments, and one mailed before links named an environment. */
  async function makeSetting() {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const storeId = uuidOf('STO', store.id);
    const secrets = createSecrets(TEST_SECRET_KEY);
    const link = { storeId, merchantId: owner.id, switch: 'notifyNewOrders' };
    const urlOf = (environment: 'test' | 'prod') =>
      unsubscribeUrl(test.baseUrl, secrets, { ...link, environment });
    const token = secrets.seal(JSON.stringify(Object.values(link)), 'unsubscribe');
    const older = `${test.baseUrl}/notifications/${LINK}${token}`;
    const post = async (url: string) => {
      const reply = await fetch(url, { method: 'POST' });
      return /<h1>(.*)<\/h1>/.exec(await reply.text())?.[1];
    };
    /** The environments in which a sale is mailed to the owner. */
    const mailed = async () => {
      const since = await countMails(storeId);
      for (const environment of ['test', 'prod'] as const) {
        await recordShopEvent(test, store.id, 'order.completed', {}, environment);
      }
      const now = await countMails(storeId);
      return (['test', 'prod'] as const).filter((name) => now[name] > since[name]);
    };
    return { links: { test: urlOf('test'), prod: urlOf('prod'), older }, post, mailed };
  }

  async function countMails(storeId: string) {
    const [row] = await test.database.query<{ test: number; prod: number }>(sql`
      select count(*) filter (where environment = 'test')::int as test,
        count(*) filter (where environment = 'prod')::int as prod
      from email_delivery where store_id = ${storeId} and recipient_type = 'merchant'`);
    return row as { test: number; prod: number };
  }

  it('stops notifications of the environment that the link is about', async () => {
    const { links, post, mailed } = await makeSetting();
    expect(await mailed()).toEqual(['test', 'prod']);
    expect(await post(links.test)).toBe('You won’t get these test notifications anymore');
    expect(await mailed()).toEqual(['prod']);
    expect(await post(links.prod)).toBe('You won’t get these notifications anymore');
    expect(await mailed()).toEqual([]);
    expect(await post(`${links.test}&undo=1`)).toBe('You’ll get these test notifications again');
    expect(await mailed()).toEqual(['test']);
    await post(links.prod);
    expect(await mailed()).toEqual(['test']);
    await post(`${links.test}&undo=1`);
    expect(await mailed()).toEqual(['test']);
    await post(`${links.prod}&undo=1`);
    expect(await mailed()).toEqual(['test', 'prod']);
  });

  it('stops those of both with a link from an earlier release', async () => {
    const { links, post, mailed } = await makeSetting();
    expect(await post(links.older)).toBe('You won’t get these notifications anymore');
    expect(await mailed()).toEqual([]);
    await post(links.prod);
    expect(await mailed()).toEqual([]);
    await post(`${links.prod}&undo=1`);
    expect(await mailed()).toEqual(['prod']);
    await post(links.older);
    expect(await mailed()).toEqual([]);
    await post(`${links.older}&undo=1`);
    expect(await mailed()).toEqual(['test', 'prod']);
  });

  it('works however old the link is', async () => {
    const { links, post, mailed } = await makeSetting();
    test.clock.advance(10 * 365 * DAY_MS);
    await post(links.prod);
    expect(await mailed()).toEqual(['test']);
  });
});
