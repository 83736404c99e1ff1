import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../src/actions.ts';
import { sql } from '../../src/database/database.ts';
import { sweepIdempotencyKeys } from '../../src/gateway/sweep-idempotency-keys.job.ts';
import { decodeId } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { createSecrets } from '../../src/secrets.ts';
import { callAt, makeGate } from '../support/calls.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, makeStore, post, type TestMerchant } from '../support/merchant.ts';
import { hasRaces } from '../support/needs.ts';
import {
  newPlan,
  PROBE_TABLE,
  type ProbePlan,
  probeAction,
  probeAtOnce,
} from '../support/probe-action.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';

const IN_FLIGHT = 'Request with this idempotency key is already being processed';
const PATH = 'probe/leave-mark';
const LEASE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const plan: ProbePlan = newPlan();
const test = useTestApp({}, { actions: [...actions, probeAction(plan), probeAtOnce(plan)] });
beforeAll(() => test.database.query(PROBE_TABLE));
beforeEach(() => Object.assign(plan, newPlan()));
afterEach(() => vi.useRealTimers());

const newKey = () => `key_${crypto.randomUUID()}-A`;

/** An action with a step before its transaction, whose key is claimed first, and one without. */
const WAYS = [
  { way: 'claimed', path: PATH },
  { way: 'taken', path: 'probe/leave-mark-at-once' },
];

const send = (merchant: TestMerchant, key: string, mark = key, path = PATH) =>
  callAt(test, merchant, {
    path,
    body: { mark },
    headers: { 'x-idempotency-key': key },
  });

async function countMarks(mark: string): Promise<number> {
  const [row] = await test.database.query<{ count: number }>(
    sql`select count(*)::int as count from probe where mark = ${mark}`,
  );
  return row?.count ?? 0;
}

/** When the key's lease expires, in Unix milliseconds. */
async function leaseOf(key: string): Promise<number> {
  const [row] = await test.database.query<{ leasedUntil: Date }>(
    sql`select leased_until as "leasedUntil" from idempotency_key where key = ${key}`,
  );
  return row?.leasedUntil.getTime() ?? 0;
}

describe('a key', () => {
  it.each(WAYS)('replays the first answer byte by byte and marks it as a replay: $way', async ({
    path,
  }) => {
    const merchant = await makeMerchant(test);
    const key = newKey();
    const first = await send(merchant, key, key, path);
    const second = await send(merchant, key, 'another body', path);
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await countMarks(key)).toBe(1);
    expect(await countMarks('another body')).toBe(0);
  });

  it.each(WAYS)('is the only identity, regardless of action and body: $way', async ({ path }) => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-idempotency-key': newKey() };
    const first = await callAt(test, merchant, { path, headers });
    for (const way of WAYS) {
      const malformed = { path: way.path, body: { mark: 7 }, headers };
      expect((await callAt(test, merchant, malformed)).text).toBe(first.text);
    }
    const other = { path: 'store/create-store', body: { name: 'Never made' }, headers };
    expect((await callAt(test, merchant, other)).text).toBe(first.text);
  });

  it('has 1 to 256 letters, digits, hyphens and underscores', async () => {
    const merchant = await makeMerchant(test);
    const message = 'Invalid X-Idempotency-Key: 1 to 256 letters, digits, hyphens and underscores';
    for (const key of ['', 'a b', 'a.b', 'a:b', 'a/b', 'é', '"a"', 'a,b', 'x'.repeat(257)]) {
      expectError(await send(merchant, key, 'malformed'), 400, message, 'gateway');
    }
    expect(await countMarks('malformed')).toBe(0);
    expect((await send(merchant, `${'Az09_-'.repeat(42)}abcd`)).status).toBe(200);
  });

  it('is used only for authenticated callers', async () => {
    const merchant = await makeMerchant(test);
    const key = newKey();
    await send(merchant, key);
    const headers = { 'x-idempotency-key': key, 'x-timestamp': '1700000000' };
    expectError(
      await callAt(test, merchant, { path: PATH, headers }),
      401,
      'Invalid signature',
      'gateway',
    );
  });
});

describe("refusals aren't stored", () => {
  const failures = ['refused', 'unknown', 'forbidden', 'notFound', 'blocked', 'limited', 'crash'];

  const cases = WAYS.flatMap(({ way, path }) => failures.map((fail) => ({ way, path, fail })));
  it.each(
    cases as ((typeof cases)[number] & Pick<ProbePlan, 'fail'>)[],
  )('so the same key executes after: $fail, $way', async ({ path, fail }) => {
    const merchant = await makeMerchant(test);
    const key = newKey();
    plan.fail = fail;
    const refused = await send(merchant, key, key, path);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).not.toContain('hunter2');
    expect(await countMarks(key)).toBe(0);
    plan.fail = null;
    const done = await send(merchant, key, key, path);
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(await countMarks(key)).toBe(1);
  });

  it.each(WAYS)('so the same key executes after a refused input: $way', async ({ path }) => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-idempotency-key': newKey() };
    const refused = await callAt(test, merchant, { path, body: { mark: 7 }, headers });
    expect(refused.status).toBe(400);
    const done = await callAt(test, merchant, { path, headers });
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });
});

describe('while the first request is in progress', () => {
  const [claimed, taken] = WAYS.map(({ path }) => path) as [string, string];
  // The embedded engine has one connection, which `handle` keeps for its transaction.
  const stages: readonly ['prepare' | 'handle', string, string][] = [
    ['prepare', claimed, claimed],
    ['prepare', claimed, taken],
    ...(hasRaces
      ? ([
          ['handle', claimed, claimed],
          ['handle', taken, taken],
          ['handle', taken, claimed],
        ] as const)
      : []),
  ] as never;

  for (const [stage, firstPath, path] of stages) {
    it(`the key answers 409 immediately: ${stage}, ${firstPath}, then ${path}`, async () => {
      const merchant = await makeMerchant(test);
      const key = newKey();
      const gate = makeGate();
      plan[stage] = gate.pass;
      const first = send(merchant, key, key, firstPath);
      await gate.arrived;
      const others: Awaited<ReturnType<typeof send>>[] = [];
      for (let count = 0; count < 5; count += 1) {
        send(merchant, key, key, path).then((reply) => others.push(reply));
      }
      await expect.poll(() => others.length).toBe(5);
      for (const other of others) expectError(other, 409, IN_FLIGHT, 'gateway');
      gate.open();
      expect((await first).status).toBe(200);
      expect((await send(merchant, key)).text).toBe((await first).text);
      expect(await countMarks(key)).toBe(1);
    });
  }

  it('the key stays taken for as long as the process works on it', async () => {
    const merchant = await makeMerchant(test);
    const key = newKey();
    const gate = makeGate();
    plan.prepare = gate.pass;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const long = send(merchant, key);
    await gate.arrived;
    for (let minute = 0; minute < 3; minute += 1) {
      test.clock.advance(LEASE_MS - 1_000);
      vi.advanceTimersByTime(LEASE_MS - 1_000);
      await expect.poll(() => leaseOf(key)).toBeGreaterThan(test.clock.now().getTime());
    }
    expectError(await send(merchant, key), 409, IN_FLIGHT, 'gateway');
    gate.open();
    expect((await long).status).toBe(200);
    expect((await send(merchant, key)).text).toBe((await long).text);
    expect(await countMarks(key)).toBe(1);
  });

  it('the key is free again after 60 seconds, and the late one has no effect', async () => {
    const merchant = await makeMerchant(test);
    const key = newKey();
    const gate = makeGate();
    plan.prepare = gate.pass;
    const late = send(merchant, key);
    await gate.arrived;
    plan.prepare = async () => {};
    test.clock.advance(LEASE_MS - 1_000);
    expectError(await send(merchant, key), 409, IN_FLIGHT, 'gateway');
    test.clock.advance(1_001);
    const taken = await send(merchant, key);
    expect(taken.status).toBe(200);
    gate.open();
    expectError(await late, 409, IN_FLIGHT, 'gateway');
    expect(await countMarks(key)).toBe(1);
    expect((await send(merchant, key)).text).toBe(taken.text);
  });
});

describe('an answer is kept', () => {
  it.each(WAYS)('for 24 hours, and swept afterwards: $way', async ({ path }) => {
    const merchant = await makeMerchant(test);
    const key = newKey();
    const first = await send(merchant, key, key, path);
    test.clock.advance(DAY_MS - 60_000);
    expect((await send(merchant, key, key, path)).text).toBe(first.text);
    test.clock.advance(60_001);
    const again = await send(merchant, key, key, path);
    expect(again.status).toBe(200);
    expect(again.text).not.toBe(first.text);
    expect(await countMarks(key)).toBe(2);
    const countKeys = () =>
      test.database.query(sql`select from idempotency_key where key = ${key}`);
    await sweep();
    expect(await countKeys()).toHaveLength(1);
    test.clock.advance(DAY_MS);
    await sweep();
    expect(await countKeys()).toHaveLength(0);
  });

  const sweep = () =>
    sweepIdempotencyKeys.run({
      database: test.database,
      now: () => test.clock.now(),
      signal: new AbortController().signal,
    } as Parameters<typeof sweepIdempotencyKeys.run>[0]);
});

describe('keys are separate', () => {
  const marks = async (replies: readonly Promise<{ readonly text: string }>[]) =>
    new Set((await Promise.all(replies)).map((reply) => reply.text)).size;

  it('between merchants and between environments', async () => {
    const [one, two] = [await makeMerchant(test), await makeMerchant(test)];
    const headers = { 'x-idempotency-key': newKey() };
    const call = (merchant: TestMerchant, environment: 'test' | 'prod') =>
      callAt(test, merchant, { path: PATH, environment, headers });
    expect(
      await marks([call(one, 'test'), call(one, 'prod'), call(two, 'test'), call(two, 'prod')]),
    ).toBe(4);
    expect(await marks([call(one, 'test'), call(one, 'test')])).toBe(1);
  });

  it('between the visitors of stores, their environments, and merchants', async () => {
    const merchant = await makeMerchant(test);
    const { slug } = (await storeAt(merchant)) as { slug: string };
    const { slug: otherSlug } = (await storeAt(merchant)) as { slug: string };
    const key = newKey();
    const visit = (store: string, environment: string) =>
      post(test.baseUrl, `/v1/actions/${PATH}`, '{}', {
        'x-store-slug': store,
        'x-environment': environment,
        'x-idempotency-key': key,
      });
    const replies = [visit(slug, 'test'), visit(slug, 'prod'), visit(otherSlug, 'test')];
    expect(await marks([...replies, send(merchant, key, '')])).toBe(4);
    expect(await marks([visit(slug, 'test'), visit(slug, 'test')])).toBe(1);
  });

  it('between the buyers of a store, however long their identity', async () => {
    const merchant = await makeMerchant(test);
    const store = (await storeAt(merchant)) as { id: string };
    const storeId = decodeId('STO', store.id) as string;
    const key = newKey();
    const buy = async (buyerIdentity: string) => {
      const now = test.clock.now();
      const claims = { storeId, buyerIdentity, environment: 'test' } as const;
      const token = await createSecrets(TEST_SECRET_KEY).signToken(claims, now, addMs(now, 60_000));
      return post(test.baseUrl, `/v1/actions/${PATH}`, '{}', {
        authorization: `Bearer ${token}`,
        'x-environment': 'test',
        'x-idempotency-key': key,
      });
    };
    // Longer than an index entry may be, and barely compressible.
    const long = Array.from({ length: 120 }, (_, index) => crypto.randomUUID() + index).join('');
    expect(await marks([buy('one@shop.example'), buy('two@shop.example'), buy(long)])).toBe(3);
    expect((await buy(long)).status).toBe(200);
    expect((await buy(long)).headers.get('idempotent-replayed')).toBe('true');
  });

  const storeAt = async (merchant: TestMerchant) => {
    const call = { path: 'store/create-store', body: { name: 'A store' } };
    return (await callAt(test, merchant, call)).body.data.store;
  };
});

describe('answers that contain a secret', () => {
  it('are never stored', () => {
    const paths = ['auth/issue-session-token', 'merchant/log-in', 'merchant/sign-up'];
    for (const path of [...paths, 'api-key/create-key']) {
      const found = actions.find((action) => action.path === path);
      if (found) expect(found.replayable, path).toBe(false);
    }
  });

  it('or are stored encrypted, and replayed byte for byte', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const url = 'https://api.telegram.org/bot123:very-secret-token/sendMessage';
    const body = { storeId, channel: 'telegram', url, events: [], testMode: true, secret: '42' };
    const headers = { 'x-idempotency-key': newKey() };
    const add = () => merchant.call('store/add-webhook', body, { headers });
    const [first, second] = [await add(), await add()];
    expect(first.body.data.webhook.url).toBe(url);
    expect(second.text).toBe(first.text);
    const rows = await test.database.query(sql`select * from idempotency_key`);
    expect(JSON.stringify(rows)).not.toContain('very-secret-token');
  });

  it('such as a new key, are created again each time', async () => {
    const target = '/v1/actions/merchant/sign-up';
    const account = { email: 'keys@merchant.example', password: 'long enough it is', name: 'K' };
    const headers = { 'x-idempotency-key': newKey() };
    const signUp = await post(test.baseUrl, target, JSON.stringify(account), headers);
    const cookie = signUp.headers.get('set-cookie')?.split(';', 1)[0] as string;
    const create = (nickname: string) =>
      post(
        test.baseUrl,
        '/v1/actions/api-key/create-key',
        JSON.stringify({ environment: 'test', nickname }),
        { cookie, ...headers },
      );
    const [one, two] = [await create('one'), await create('two')];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.data.privateKey).not.toBe(one.body.data.privateKey);
    const stored = await test.database.query(
      sql`select from idempotency_key where key = ${headers['x-idempotency-key']}`,
    );
    expect(stored).toHaveLength(0);
  });
});
