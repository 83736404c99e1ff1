import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../support/error-rows.ts';
import { post, toReply } from '../support/merchant.ts';
import { makeSession, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_VISITOR_PER_SECOND: '3' });

// Stopped, so that limits don't refill while they are exceeded.
beforeAll(() => test.clock.stop());
beforeEach(() => test.clock.advance(60_000));

describe("a visitor's rate limit on the hosted checkout", () => {
  it('results in a page that asks to wait, and in the envelope for the script', async () => {
    const shop = await makeShop(test);
    const path = `/store/${shop.store.slug}/checkout/${await makeSession(shop)}`;
    const replies = await Promise.all(
      Array.from({ length: 12 }, async () => toReply(await fetch(test.baseUrl + path))),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(refused[0]?.text).toContain('Too many requests');
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => post(test.baseUrl, '/sandbox/tokens', '{}')),
    );
    const tooMany = guesses.find(({ status }) => status === 429);
    expect(tooMany).toBeDefined();
    if (tooMany) expectError(tooMany, 429, 'Rate limit exceeded', 'gateway');
  });

  it('applies to sessions that don’t exist', async () => {
    const path = '/store/none/checkout/cs_0190b0a0-0000-7000-8000-000000000000';
    const replies = await Promise.all(Array.from({ length: 12 }, () => fetch(test.baseUrl + path)));
    expect(replies.map(({ status }) => status)).toContain(429);
  });

  it('counts pages of a network however their address is spelled', async () => {
    for (const path of ['/store/none', '/%73tore/none', '/s%74ore/none/portal']) {
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => fetch(test.baseUrl + path)),
      );
      const policies = replies.map(({ headers }) => headers.get('ratelimit-policy'));
      expect(policies, path).toContain('"pages";q=9;w=1');
    }
  });
});
