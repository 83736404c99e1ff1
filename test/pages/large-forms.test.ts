import { describe, expect, it } from 'vitest';
import { toReply } from '../support/merchant.ts';
import { makeSession, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
/** A hundred fields more than any form has. */
const MANY = '&a=%e2'.repeat(100);
/** One field of 64 KB. */
const LONG = `&a=${'+'.repeat(64 * 1024)}`;

async function send(path: string, body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { method: 'POST', headers, body, redirect: 'manual' } as const;
  return toReply(await fetch(test.baseUrl + path, sent));
}

const FORMS: Readonly<
  Record<string, (shop: Shop) => readonly [path: string, form: string, status: number]>
> = {
  'a product': ({ store, productId }) => [
    `/store/${store.slug}/product/${productId}/buy?environment=test`,
    'currency=USD',
    303,
  ],
  'the portal': ({ store }) => [
    `/store/${store.slug}/portal/link`,
    'email=ada%40example.com&environment=test',
    200,
  ],
};

describe('a form larger than any of ours', () => {
  it.each(Object.entries(FORMS))('is refused before it is decoded: %s', async (_name, formOf) => {
    const [path, form, status] = formOf(await makeShop(test));
    expect((await send(path, form)).status).toBe(status);
    for (const more of [MANY, LONG]) expect((await send(path, form + more)).status).toBe(400);
  });

  it('leaves the session open', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const path = `/store/${shop.store.slug}/checkout/${sessionId}`;
    expect((await send(`${path}/pay`, `buyerEmail=a${MANY}`)).status).toBe(400);
    expect((await fetch(test.baseUrl + path)).status).toBe(200);
  });
});

it('answers a query longer than any of ours without repeating it in each link', async () => {
  const { store } = await makeShop(test);
  const path = `/store/${store.slug}/portal?environment=test&language=de${'&a=%e2'.repeat(2_000)}`;
  const { status, text } = await toReply(await fetch(test.baseUrl + path));
  expect(status).toBe(200);
  expect(text).toContain('lang="de"');
  expect(text.length).toBeLessThan(20_000);
});
