import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/gateway/rate-limit.ts';
import { callAsNobody, newEmail, PASSWORD } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, makeStore, type Reply } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const PER_SECOND = 3;
const test = useTestApp({
  RATE_LIMITS: 'on',
  TRUST_PROXY: 'true',
  RATE_LIMIT_API_KEY_PER_SECOND: String(PER_SECOND),
  RATE_LIMIT_VISITOR_PER_SECOND: String(PER_SECOND),
});

/** Calls until refused, faster than the bucket fills; gives the refusal. */
async function exhaust(call: (count: number) => Promise<Reply>): Promise<Reply> {
  for (let count = 0; count < 50; count += 1) {
    const reply = await call(count);
    if (reply.status === 429) return reply;
  }
  throw new Error('Nothing was refused');
}

const expectLimited = (reply: Reply) => expectError(reply, 429, 'Rate limit exceeded', 'gateway');
const refill = () => test.clock.advance(60_000);
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the rate limit of an API key', () => {
  it('answers 429 in the envelope with Retry-After and RateLimit', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    refill();
    const first = await merchant.call('store/update-store', { id: store.id });
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toBe('"api-key";q=3;w=1');
    expect(first.headers.get('ratelimit')).toBe('"api-key";r=2;t=1');
    const reply = await exhaust(() => merchant.call('store/update-store', { id: store.id }));
    expectLimited(reply);
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(reply.headers.get('ratelimit')).toBe('"api-key";r=0;t=1');
    expect(reply.headers.get('ratelimit-policy')).toBe('"api-key";q=3;w=1');
  });

  it('fills again by the clock', async () => {
    const merchant = await makeMerchant(test);
    const call = () => merchant.call('store/update-store', {});
    await exhaust(call);
    test.clock.advance(1_000);
    expect((await call()).status).toBe(400);
  });

  it('is its own: other keys and other merchants go on', async () => {
    const merchant = await makeMerchant(test);
    await exhaust(() => merchant.call('store/update-store', {}));
    const options = { environment: 'prod' } as const;
    expect((await merchant.call('store/update-store', {}, options)).status).toBe(400);
    const other = await makeMerchant(test);
    expect((await other.call('store/update-store', {})).status).toBe(400);
    const dashboard = await openDashboard(test, merchant);
    expect((await dashboard.call('store/update-store', {})).status).toBe(400);
  });

  it('does not store its refusal under an idempotency key', async () => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-idempotency-key': 'limited-once' };
    await exhaust(() => merchant.call('store/update-store', {}));
    refill();
    const reply = await merchant.call('store/create-store', { name: 'Then' }, { headers });
    expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });
});

describe('the rate limit of visitors', () => {
  const logIn = (headers: Record<string, string>) =>
    callAsNobody(test, 'merchant/log-in', {}, headers);

  it('counts each address for itself', async () => {
    expectLimited(await exhaust(() => logIn(from('192.0.2.1'))));
    expect((await logIn(from('192.0.2.2'))).status).toBe(400);
  });

  it('counts the network of an IPv6 address, since a visitor has all of it', async () => {
    expectLimited(await exhaust((count) => logIn(from(`2001:db8:1:1::${count.toString(16)}`))));
    expect((await logIn(from('2001:db8:1:2::1'))).status).toBe(400);
  });

  it('believes the nearest proxy and nothing that a visitor wrote before it', async () => {
    expectLimited(await exhaust((count) => logIn(from(`203.0.113.${count}, 192.0.2.9`))));
  });

  it('of one store leaves the other stores alone', async () => {
    const merchant = await makeMerchant(test);
    refill();
    const [one, two] = [await makeStore(merchant), await makeStore(merchant)];
    const visit = (slug: string) =>
      callAsNobody(
        test,
        'checkout/create-session',
        {},
        { 'x-store-slug': slug, 'x-environment': 'test', ...from('192.0.2.3') },
      );
    expectLimited(await exhaust(() => visit(one.slug)));
    expect((await visit(two.slug)).status).not.toBe(429);
  });
});

describe('log-in attempts', () => {
  it('are five a minute for one account, from wherever they come', async () => {
    refill();
    const email = newEmail();
    const attempt = (count: number) => {
      const body = { email, password: PASSWORD };
      return callAsNobody(test, 'merchant/log-in', body, from(`198.51.100.${count}`));
    };
    const replies = await Promise.all([0, 1, 2, 3, 4, 5].map(attempt));
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = replies.find((reply) => reply.status === 429) as Reply;
    expectLimited(refused);
    const waitS = Number(refused.headers.get('retry-after'));
    expect(waitS).toBeGreaterThanOrEqual(1);
    expect(waitS).toBeLessThanOrEqual(12);
    expect(refused.headers.get('ratelimit-policy')).toBe('"merchant-log-in";q=5;w=60');
    const other = { email: newEmail(), password: PASSWORD };
    expect((await callAsNobody(test, 'merchant/log-in', other, from('198.51.100.99'))).status).toBe(
      401,
    );
    test.clock.advance(waitS * 1_000);
    expect((await attempt(6)).status).toBe(401);
  });

  it('count for an address however it is written', async () => {
    refill();
    const email = newEmail();
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, `\t${email}`];
    const attempt = (spelling: string, host: number) => {
      const body = { email: spelling, password: 'x' };
      return callAsNobody(test, 'merchant/log-in', body, from(`198.51.100.${100 + host}`));
    };
    const replies = await Promise.all([...spellings, email].map(attempt));
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('a token bucket', () => {
  const limit = { policy: 'test', burst: 5, perSecond: 2 };
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);

  it('never holds more than its burst, and never regains by a clock that goes back', () => {
    const limiter = createRateLimiter(true);
    for (let count = 0; count < 5; count += 1) limiter.take(limit, 'a', at(1_000));
    expect(() => limiter.take(limit, 'a', at(1_000))).toThrow('Rate limit exceeded');
    expect(() => limiter.take(limit, 'a', at(0))).toThrow('Rate limit exceeded');
    for (let count = 0; count < 5; count += 1) limiter.take(limit, 'a', at(9_000));
    expect(() => limiter.take(limit, 'a', at(9_000))).toThrow('Rate limit exceeded');
  });

  it('is granted as often as its rate says, over any time', () => {
    const limiter = createRateLimiter(true);
    let granted = 0;
    for (let step = 0; step < 1_000; step += 1) {
      try {
        limiter.take(limit, 'a', at(step / 10));
        granted += 1;
      } catch {}
    }
    expect(granted).toBeGreaterThanOrEqual(200);
    expect(granted).toBeLessThanOrEqual(205);
  });
});
