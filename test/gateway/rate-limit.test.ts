import { beforeAll, describe, expect, it } from 'vitest';
import type { Action } from '../../src/contract/action.ts';
import { logIn } from '../../src/domain/merchant/log-in.ts';
import { resetPassword } from '../../src/domain/merchant/reset-password.ts';
import { signUp } from '../../src/domain/merchant/sign-up.ts';
import { limitCaller } from '../../src/gateway/admit.ts';
import { countAttempt } from '../../src/gateway/attempts.ts';
import { createBuckets, digestOf, MAX_BUCKETS } from '../../src/gateway/buckets.ts';
import { createRateLimiter } from '../../src/gateway/rate-limit.ts';
import { newId } from '../../src/kit/id.ts';
import { createPasswords } from '../../src/kit/password.ts';
import { callAsNobody, newEmail, PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import { expectError } from '../support/error-rows.ts';
import { heapBytes } from '../support/heap.ts';
import { makeMerchant, makeStore, post, type Reply } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const PER_SECOND = 3;
/** A third of the service's own cost: still enough for a queue to build up. */
const passwords = createPasswords({ ln: 15, r: 8, p: 1 });
const test = useTestApp(
  {
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'true',
    RATE_LIMIT_API_KEY_PER_SECOND: String(PER_SECOND),
    RATE_LIMIT_VISITOR_PER_SECOND: String(PER_SECOND),
  },
  { passwords },
);

// Stopped, so that buckets don't refill while they are emptied.
beforeAll(() => test.clock.stop());

it('shows in the headers of errors, too, in whichever step they occur', async () => {
  const merchant = await makeMerchant(test);
  const { slug } = await makeStore(merchant);
  const policy = '"api-key";q=3;w=1';
  const expectHeaders = ({ headers }: Reply, left: number) => {
    expect(headers.get('ratelimit-policy')).toBe(policy);
    expect(headers.get('ratelimit')).toBe(`"api-key";r=${left};t=1`);
  };
  test.clock.advance(1_000);
  expectHeaders(await merchant.call('subscription-order/change-product', {}), 2);
  expectHeaders(await merchant.call('store/update-store', {}), 1);
  expectHeaders(await merchant.call('store/update-store', { id: 5 }), 0);
  const headers = { 'x-store-slug': slug, 'x-environment': 'test' };
  const read = await post(test.baseUrl, '/v1/graphql', '{}', headers);
  expect([read.status, read.headers.get('ratelimit-policy')]).toEqual([400, '"visitor";q=3;w=1']);
});

/** Calls until refused; returns the refusal. */
async function exhaust(call: (count: number) => Promise<Reply>): Promise<Reply> {
  for (let count = 0; count < 50; count += 1) {
    const reply = await call(count);
    if (reply.status === 429) return reply;
  }
  throw new Error('Nothing was refused');
}

/** Opens a page of a store with an unknown name, from the address. */
const openPage = async (name: string, address: string) => {
  const headers = { 'x-forwarded-for': address };
  const { status, headers: given } = await fetch(`${test.baseUrl}/store/${name}`, { headers });
  return { status, policy: given.get('ratelimit-policy') ?? '' };
};

describe('the hosted pages that one network opens', () => {
  it('are limited across stores, without affecting another network', async () => {
    const [address, other] = ['192.0.2.77', '192.0.2.78'];
    // Concurrent: on a slow machine, sequential calls would regain tokens in between.
    const opened = await Promise.all(
      Array.from({ length: 8 * PER_SECOND }, (_, count) => openPage(`none-${count}`, address)),
    );
    const policies = opened.map(({ policy }) => policy.split(';')[0]);
    expect(policies).toContain('"pages"');
    expect((await openPage('none', other)).status).toBe(404);
  });
});

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

  it('refills over time', async () => {
    const merchant = await makeMerchant(test);
    const call = () => merchant.call('store/update-store', {});
    await exhaust(call);
    test.clock.advance(1_000);
    expect((await call()).status).toBe(400);
  });

  it("is separate: other keys and merchants aren't affected", async () => {
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

describe('the rate limit of the dashboard', () => {
  it('is shared by all sessions of a merchant, who can open any number of them', async () => {
    const merchant = await makeMerchant(test);
    refill();
    const open = async () => (await openDashboard(test, merchant)).call('store/update-store', {});
    expectLimited(await exhaust(open));
    const other = await openDashboard(test, await makeMerchant(test));
    expect((await other.call('store/update-store', {})).status).toBe(400);
  });
});

describe('the rate limit of visitors', () => {
  const visit = (headers: Record<string, string>) =>
    callAsNobody(test, 'merchant/log-in', {}, headers);

  it('counts each address separately', async () => {
    expectLimited(await exhaust(() => visit(from('192.0.2.1'))));
    expect((await visit(from('192.0.2.2'))).status).toBe(400);
  });

  it('counts per network for IPv6, since a visitor controls all of its addresses', async () => {
    expectLimited(await exhaust((count) => visit(from(`2001:db8:1:1::${count.toString(16)}`))));
    expect((await visit(from('2001:db8:1:2::1'))).status).toBe(400);
  });

  it.each([
    ['192.0.2.31', (port: number) => `192.0.2.31:${port}`],
    ['[2001:db8:1:3::1]', (port: number) => `[2001:db8:1:3::1]:${port}`],
  ])('counts %s once, whatever port a proxy adds', async (_host, address) => {
    expectLimited(await exhaust((count) => visit(from(address(40_000 + count)))));
    expect((await visit(from('192.0.2.32:40000'))).status).toBe(400);
  });

  it('counts visitors together if their proxy sends something other than an address', async () => {
    refill();
    expectLimited(await exhaust((count) => visit(from(`_hidden${count}`))));
  });

  it('trusts only the nearest proxy, not what a visitor put before it', async () => {
    expectLimited(await exhaust((count) => visit(from(`203.0.113.${count}, 192.0.2.9`))));
  });

  it("of one store doesn't affect other stores", async () => {
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

  it('of one network is bounded across stores', () => {
    const limiter = createRateLimiter(true);
    const now = test.clock.now();
    const visit = (address: string) => () => {
      const caller = { kind: 'slug', storeId: newId('STO', now), environment: 'test' } as const;
      limitCaller({ config: test.config, rateLimiter: limiter }, caller, address, now);
    };
    for (let count = 0; count < 10 * PER_SECOND; count += 1) visit('192.0.2.5')();
    expect(visit('192.0.2.5')).toThrow('Rate limit exceeded');
    visit('192.0.2.6')();
  });

  it('counts session tokens by network, whatever their stores and identities', () => {
    const limiter = createRateLimiter(true);
    const now = test.clock.now();
    const config = { ...test.config, RATE_LIMIT_TOKEN_PER_SECOND: 2 };
    const call = (buyerIdentity: string, address: string) => () => {
      const caller = { kind: 'token', storeId: newId('STO', now), environment: 'test' } as const;
      limitCaller({ config, rateLimiter: limiter }, { ...caller, buyerIdentity }, address, now);
    };
    for (let count = 0; count < 20; count += 1) call(`${count}`, '192.0.2.5')();
    expect(call('another', '192.0.2.5')).toThrow('Rate limit exceeded');
    call('another', '192.0.2.6')();
  });

  it('counts unknown slugs by network, before they are looked up', async () => {
    refill();
    const query = (count: number, address: string) =>
      post(test.baseUrl, '/v1/graphql', '{"query":"{ __typename }"}', {
        'x-store-slug': `unknown-${count}`,
        'x-environment': 'test',
        'x-forwarded-for': address,
      });
    const replies: Reply[] = [];
    for (let count = 0; count <= 10 * PER_SECOND; count += 1) {
      replies.push(await query(count, '192.0.2.99'));
    }
    expect(replies.slice(0, -1).every(({ status }) => status === 404)).toBe(true);
    expectLimited(replies.at(-1) as Reply);
    expect((await query(0, '192.0.2.98')).status).toBe(404);
  });
});

describe('unknown dashboard sessions', () => {
  const call = (session: string, address: string) =>
    callAsNobody(test, 'merchant/get-session', {}, { cookie: session, ...from(address) });
  const guess = (count: number, address: string) =>
    call(`tillgate_session=unknown-${count}`, address);
  const flood = async (address: string) => {
    for (let count = 0; count < 20; count += 1) {
      expect((await guess(count, address)).status).toBe(401);
    }
    expectLimited(await guess(20, address));
  };

  it('are limited per network, before they are looked up', async () => {
    refill();
    const { cookie } = await openDashboard(test, await makeMerchant(test));
    await flood('192.0.2.41');
    const refused = await guess(20, '192.0.2.41');
    expect(refused.headers.get('ratelimit-policy')).toBe('"unknown-sessions";q=20;w=1');
    expect((await call('tillgate_session=unknown', '192.0.2.42')).status).toBe(401);
    expect((await call(cookie, '192.0.2.42')).status).toBe(200);
    test.clock.advance(100);
    expect((await guess(21, '192.0.2.41')).status).toBe(401);
  });

  it('leave sessions of the same network alone that were valid lately, and new ones', async () => {
    refill();
    const address = '192.0.2.44';
    const { email, cookie } = await signUpMerchant(test);
    test.clock.advance(14 * 60_000);
    expect((await call(cookie, address)).status).toBe(200);
    test.clock.advance(14 * 60_000);
    await flood(address);
    expect((await call(cookie, address)).status).toBe(200);
    const body = { email, password: PASSWORD };
    const login = await callAsNobody(test, 'merchant/log-in', body, from(address));
    const fresh = (login.headers.get('set-cookie') as string).split(';', 1)[0] as string;
    expect((await call(fresh, address)).status).toBe(200);
    expectLimited(await guess(21, address));
  });

  it('include one that was valid longer ago', async () => {
    refill();
    const { cookie } = await signUpMerchant(test);
    test.clock.advance(15 * 60_000);
    await flood('192.0.2.45');
    expectLimited(await call(cookie, '192.0.2.45'));
    test.clock.advance(100);
    expect((await call(cookie, '192.0.2.45')).status).toBe(200);
  });

  it('include one that has ended, from its next call on', async () => {
    refill();
    const { cookie } = await signUpMerchant(test);
    expect((await callAsNobody(test, 'merchant/log-out', {}, { cookie })).status).toBe(200);
    await flood('192.0.2.46');
    expect((await call(cookie, '192.0.2.46')).status).toBe(401);
    expectLimited(await call(cookie, '192.0.2.46'));
  });

  it('are all that counts: known sessions of one network are not limited together', async () => {
    refill();
    for (let merchants = 0; merchants < 8; merchants += 1) {
      const { cookie } = await openDashboard(test, await makeMerchant(test));
      const headers = { cookie, ...from('192.0.2.43') };
      for (let count = 0; count < PER_SECOND; count += 1) {
        expect((await callAsNobody(test, 'merchant/get-session', {}, headers)).status).toBe(200);
      }
    }
  });
});

describe('log-in attempts', () => {
  const attempt = (email: string, address: string) =>
    callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD }, from(address));

  it('are five a minute for one account from one network', async () => {
    refill();
    const email = newEmail();
    const from6 = (host: number) => attempt(email, `2001:db8:7:7::${host}`);
    const replies = await exhaustVisitor(from6, 6);
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = replies.find((reply) => reply.status === 429) as Reply;
    expectLimited(refused);
    const waitS = Number(refused.headers.get('retry-after'));
    expect(waitS).toBeGreaterThanOrEqual(1);
    expect(waitS).toBeLessThanOrEqual(12);
    expect(refused.headers.get('ratelimit-policy')).toBe('"merchant-log-in";q=5;w=60');
    expect((await attempt(newEmail(), '2001:db8:7:7::1')).status).toBe(401);
    test.clock.advance(waitS * 1_000);
    expect((await from6(6)).status).toBe(401);
  });

  it("by a stranger don't lock out the owner, who logs in from another network", async () => {
    refill();
    const { email } = await signUpMerchant(test);
    refill();
    const wrong = await exhaustVisitor(() => attempt(email.toUpperCase(), '198.51.100.1'), 7);
    expect(wrong.map(({ status }) => status)).toContain(429);
    expect((await attempt(email, '198.51.100.2')).status).toBe(200);
  });

  it('count per address, regardless of spelling', async () => {
    refill();
    const email = newEmail();
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, `\t${email}`, email];
    const replies = await exhaustVisitor(
      (count) => attempt(spellings[count] as string, '198.51.100.3'),
      spellings.length,
    );
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('password hashing', () => {
  it('is limited per network, across accounts and all public actions', () => {
    const limiter = createRateLimiter(true);
    const now = test.clock.now();
    const caller = { kind: 'anonymous' } as const;
    const attempt = (action: Action, address: string) => () =>
      countAttempt(limiter, action, { caller, address, input: { email: newEmail() } }, now);
    for (let count = 0; count < 10; count += 1) attempt(logIn, `2001:db8:9:9::${count}`)();
    for (const action of [logIn, signUp, resetPassword]) {
      expect(attempt(action, '2001:db8:9:9::a')).toThrow('Rate limit exceeded');
      attempt(action, '2001:db8:9:a::a')();
    }
  });

  it('refuses callers with Retry-After when too many are waiting', async () => {
    refill();
    let isAnswered = false;
    // Each waits again after its turn, so that the queue is full until the answer.
    const wait = async (who: string): Promise<string | null> => {
      const hash = await passwords.hash('x', who).catch(() => null);
      return hash === null || isAnswered ? hash : wait(who);
    };
    const hashes = Array.from({ length: 20 }, (_, index) => wait(`network ${index}`));
    const body = { email: newEmail(), password: 'x' };
    const reply = await callAsNobody(test, 'merchant/log-in', body, from('192.0.2.21'));
    isAnswered = true;
    expectLimited(reply);
    expect(reply.headers.get('retry-after')).toBe('2');
    const done = await Promise.all(hashes);
    expect(done.filter((hash) => hash === null)).toHaveLength(8);
  });

  it('is skipped for an address that is already registered', async () => {
    refill();
    const { email } = await signUpMerchant(test);
    refill();
    const hashes = Array.from({ length: 12 }, (_, index) =>
      passwords.hash('x', `network ${index}`),
    );
    const account = { email, password: PASSWORD, name: 'A' };
    const reply = await callAsNobody(test, 'merchant/sign-up', account, from('192.0.2.22'));
    expectError(reply, 400, 'Email is already registered', 'user');
    await Promise.all(hashes);
  });
});

/** Concurrent, but slow enough for the visitor limit, which isn't under test here. */
async function exhaustVisitor(call: (count: number) => Promise<Reply>, times: number) {
  const replies: Reply[] = [];
  for (let count = 0; count < times; count += PER_SECOND) {
    const left = Math.min(PER_SECOND, times - count);
    const batch = Array.from({ length: left }, (_, index) => call(count + index));
    replies.push(...(await Promise.all(batch)));
    // In this time a visitor's bucket refills completely, one for login attempts by a twelfth.
    test.clock.advance(1_000);
  }
  return replies;
}

describe('a token bucket', () => {
  const limit = { policy: 'test', burst: 5, perSecond: 2 };
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);

  it('never exceeds its burst, and never refills from a clock that goes backwards', () => {
    const limiter = createRateLimiter(true);
    for (let count = 0; count < 5; count += 1) limiter.take(limit, 'a', at(1_000));
    expect(() => limiter.take(limit, 'a', at(1_000))).toThrow('Rate limit exceeded');
    expect(() => limiter.take(limit, 'a', at(0))).toThrow('Rate limit exceeded');
    // From then on, it refills as usual.
    limiter.take(limit, 'a', at(1));
    for (let count = 0; count < 5; count += 1) limiter.take(limit, 'a', at(9_000));
    expect(() => limiter.take(limit, 'a', at(9_000))).toThrow('Rate limit exceeded');
  });

  it('grants tokens at its rate over any period', () => {
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

describe('buckets', () => {
  const limit = { policy: 'test', burst: 5, perSecond: 1 };
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);

  it('take no more memory for a one-megabyte name than for a short one', () => {
    const limiter = createRateLimiter(true);
    const take = (count: number) => limiter.take(limit, `я${count}${'a'.repeat(1_000_000)}`, at(0));
    take(0);
    const before = heapBytes();
    for (let count = 1; count <= 100; count += 1) take(count);
    expect(heapBytes() - before).toBeLessThan(1_000_000);
  });

  it('are bounded in number and in bytes', { timeout: 60_000 }, () => {
    const before = heapBytes();
    const buckets = createBuckets();
    for (let count = 0; count < MAX_BUCKETS + 1_000; count += 1) {
      const bucket = { tokens: count + 0.5, filledAtMs: 1e12 + count, fullAtMs: 2e12 + count };
      buckets.keep(digestOf(String(count)), bucket, 1e12);
    }
    expect(buckets.size).toBe(MAX_BUCKETS);
    expect(heapBytes() - before).toBeLessThan(30_000_000);
  });

  it('keep those of long limits when there are too many', () => {
    const buckets = createBuckets(100);
    const bucket = (fullAtMs: number) => ({ tokens: 0, filledAtMs: 0, fullAtMs });
    for (let hour = 0; hour < 10; hour += 1) buckets.keep(`hour ${hour}`, bucket(3_600_000), 0);
    for (let count = 0; count < 10_000; count += 1) buckets.keep(`${count}`, bucket(60_000), 0);
    const kept = Array.from({ length: 10 }, (_, hour) => buckets.has(`hour ${hour}`));
    expect([buckets.size, ...kept]).toEqual([100, ...kept.map(() => true)]);
  });

  it('are dropped once they are full, also behind some of long limits', () => {
    const buckets = createBuckets();
    const bucket = (fullAtMs: number) => ({ tokens: 0, filledAtMs: 0, fullAtMs });
    for (let hour = 0; hour < 3; hour += 1) buckets.keep(`hour ${hour}`, bucket(3_600_000), 0);
    for (let count = 0; count < 1_000; count += 1) {
      buckets.keep(`${count}`, bucket(count + 5), count);
    }
    expect(buckets.size).toBeLessThan(20);
  });

  it('are dropped once they are full', () => {
    const buckets = createBuckets();
    const bucket = (fullAtMs: number) => ({ tokens: 1, filledAtMs: 0, fullAtMs });
    for (let count = 0; count < 100; count += 1) buckets.keep(`${count}`, bucket(1_000), 0);
    for (let count = 0; count < 60; count += 1) buckets.keep(`new ${count}`, bucket(9_000), 1_000);
    expect(buckets.size).toBe(60);
  });
});
