import { describe, expect, it } from 'vitest';
import { expectError } from '../support/error-rows.ts';
import { post, type Reply } from '../support/merchant.ts';
import {
  APPROVED_CARD,
  callAsBuyer,
  DECLINED_CARD,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const PER_NETWORK = 5;
const PER_STORE = 8;
const test = useTestApp({
  RATE_LIMITS: 'on',
  RATE_LIMIT_VISITOR_PER_SECOND: '1000',
  RATE_LIMIT_NETWORK_DECLINES_PER_HOUR: String(PER_NETWORK),
  RATE_LIMIT_STORE_DECLINES_PER_HOUR: String(PER_STORE),
  TRUST_PROXY: 'true',
});
const HOUR_MS = 3_600_000;

describe('declined cards', () => {
  it('are limited per network, across sessions and stores', async () => {
    const shops = [await makeShop(test), await makeShop(test)];
    for (let declined = 0; declined < PER_NETWORK; declined += 1) {
      const reply = await pay(shops[declined % 2] as Shop, '192.0.2.1');
      expectError(reply, 400, 'Payment declined: card_declined', 'order');
    }
    for (const shop of shops) {
      const refused = await pay(shop, '192.0.2.1', APPROVED_CARD);
      expectError(refused, 429, 'Rate limit exceeded', 'gateway');
      const waitMs = Number(refused.headers.get('retry-after')) * 1000;
      expect(Math.abs(waitMs - HOUR_MS / PER_NETWORK)).toBeLessThan(60_000);
      expect((await pay(shop, '192.0.2.2', APPROVED_CARD)).status).toBe(200);
    }
    test.clock.advance(HOUR_MS / PER_NETWORK);
    expect((await pay(shops[0] as Shop, '192.0.2.1', APPROVED_CARD)).status).toBe(200);
  });

  it('are limited per store, across networks, without affecting another store', async () => {
    const shop = await makeShop(test);
    for (let declined = 0; declined < PER_STORE; declined += 1) {
      const reply = await pay(shop, `198.51.100.${declined}`);
      expect(reply.status).toBe(400);
    }
    const refused = await pay(shop, '198.51.100.100', APPROVED_CARD);
    expectError(refused, 429, 'Rate limit exceeded', 'gateway');
    expect((await pay(await makeShop(test), '198.51.100.100', APPROVED_CARD)).status).toBe(200);
    const token = await makeBuyerToken(shop);
    const body = await payingBody(test, await makeSession(shop));
    const byToken = await callAsBuyer(test, token, 'onetime-order/create-order', body, {
      headers: { 'x-forwarded-for': '198.51.100.101' },
    });
    expectError(byToken, 429, 'Rate limit exceeded', 'gateway');
  });

  it("are the only thing counted: good cards and broken requests aren't limited", async () => {
    const shop = await makeShop(test);
    for (let paid = 0; paid < PER_STORE + 2; paid += 1) {
      expect((await pay(shop, '203.0.113.1', APPROVED_CARD)).status).toBe(200);
      expect((await pay(shop, '203.0.113.1', APPROVED_CARD, { buyerEmail: '' })).status).toBe(400);
    }
  });

  it('are counted, with refusals, for the alert', async () => {
    const text = await (await fetch(`${test.baseUrl}/metrics`)).text();
    expect(text).toContain(
      `tillgate_declined_cards_total{environment="test"} ${PER_NETWORK + PER_STORE}`,
    );
    expect(text).toContain('tillgate_refused_cards_total{environment="test",limit="network"} 2');
    expect(text).toContain('tillgate_refused_cards_total{environment="test",limit="store"} 2');
  });

  it('are counted with refused amounts, which reveal whether an address has used its trial', async () => {
    const shop = await makeShop(test);
    const ask = (ip: string) => pay(shop, ip, APPROVED_CARD, { amountDue: '0.00' });
    for (let asked = 0; asked < PER_NETWORK; asked += 1) {
      expect((await ask('203.0.113.77')).status).toBe(409);
    }
    expectError(await ask('203.0.113.77'), 429, 'Rate limit exceeded', 'gateway');
    // No card was tried: strangers can't close the store's checkout.
    for (let asked = 0; asked < PER_STORE; asked += 1) {
      expect((await ask(`203.0.115.${asked}`)).status).toBe(409);
    }
    expect((await pay(shop, '203.0.114.1', APPROVED_CARD)).status).toBe(200);
  });
});

/** Tries a card on a new session of the shop. */
async function pay(
  shop: Shop,
  address: string,
  card = DECLINED_CARD,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const { checkoutSessionId, ...body } = await payingBody(test, await makeSession(shop), card);
  const target = `/store/${shop.store.slug}/checkout/${checkoutSessionId}/pay`;
  return post(test.baseUrl, target, JSON.stringify({ ...body, ...change }), {
    'x-forwarded-for': address,
  });
}
