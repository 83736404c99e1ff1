import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { makeMerchant, makeStore, type Reply, signHeaders } from '../support/merchant.ts';
import { sendRequest } from '../support/raw-http.ts';
import { useTestApp } from '../support/test-app.ts';

/** The full proof runs 20,000 (docs/contract/invariants.md#30). */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_240_229);
/** Concurrent requests. */
const ABREAST = 20;
/**
 * Excluded: hashing a password or creating a key takes a hundred times as long as everything else.
 */
const SLOW = new Set(['merchant/sign-up', 'merchant/log-in', 'api-key/create-key']);
const SLOW_SHARE = 0.05;
const QUICK = '/v1/actions/store/update-store';

const test = useTestApp();

const target = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...actions.map(({ path }) => `/v1/actions/${path}`)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/v1',
      '/v1/',
      '/v1/actions/',
      '/v1/graphql?x=%00',
      '/v1/%',
      '/v1/%zz',
    ),
  },
  { weight: 1, arbitrary: fc.webPath().map((path) => `/v1${path}`) },
  { weight: 1, arbitrary: fc.stringMatching(/^\/v1\/[!-~]{0,80}$/) },
);

/** UTF-16 units of any kind, including lone surrogates; faster than whole characters. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

/** Names that the actions read, and some that they must not. */
const name = fc.oneof(
  fc.constantFrom(
    ...['id', 'storeId', 'productId', 'name', 'status', 'logo', 'prices', 'metadata', 'media'],
    ...['currency', 'amount', 'taxCategory', 'events', 'url', 'channel', 'testMode', 'secret'],
    ...['email', 'role', 'buyerIdentity', 'description', 'successUrl', 'billingPeriod', 'rules'],
    ...['productIds', 'billingDetail', 'checkoutSessionId', 'notificationSettings', 'light'],
    ...['checkoutSettings', 'nickname', 'publicKey', 'environment', 'orderId', 'prompt', 'USD'],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''],
  ),
  fc.string({ unit, maxLength: 20 }),
);
const odd = fc.constantFrom<unknown>(
  ...['STO_0000000000000000000000', 'PROD_7n42DGM5Tflk9n8mt7Fhc7', 'MER_', "'; drop table store"],
  ...['\u0000', '\ud800', '\ufeff', '\u202e', '%00', '../..', '1e400', '-0', '９', 'NaN', '$1'],
  ...['active', 'USD', 'usd', '9.99', 'https://shop.example/x', 'javascript:1', '#fff', '8px'],
  ...[0, -1, 1e308, Number.MAX_SAFE_INTEGER + 2, 0.1, true, false, null, [], {}],
  ...['x'.repeat(5_000), '🛍'.repeat(65), { in: [] }, [[[[]]]]],
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    odd,
    fc.string({ unit, maxLength: 100 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 6 }).map(toOwn),
  ),
}));
const body = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.tuple(name, value), { maxLength: 10 }).map(toText) },
  { weight: 1, arbitrary: value.map((any) => Buffer.from(JSON.stringify(any) ?? '')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }).map((n) => Buffer.alloc(n, '[')) },
);

/** An object with own properties only, `__proto__` among them. */
function toOwn(entries: readonly [string, unknown][]): unknown {
  return Object.fromEntries(entries);
}

function toText(entries: readonly [string, unknown][]): Buffer {
  const given = Object.fromEntries(entries);
  return Buffer.from(JSON.stringify(given));
}

const headerName = fc.constantFrom(
  ...['x-environment', 'x-idempotency-key', 'x-store-slug', 'authorization', 'cookie', 'origin'],
  ...['x-merchant-id', 'x-timestamp', 'x-signature', 'content-type', 'x-forwarded-for', 'accept'],
  ...['sec-fetch-site', 'expect', 'content-encoding', 'x-context-merchant-id', 'range', 'upgrade'],
);
const headerValue = fc.oneof(
  fc.constantFrom('test', 'prod', '', 'Bearer x', 'tillgate_session=x', 'application/json', 'null'),
  fc.constantFrom('gzip', 'bytes=0-1', '100-continue', 'websocket', 'a'.repeat(257), 'é', '%00'),
  fc.stringMatching(/^[!-~]{0,60}$/),
);
const request = fc.record({
  target,
  body,
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND') },
  ),
  credential: fc.constantFrom('test', 'prod', 'test', 'slug', 'none'),
  extra: fc.array(fc.tuple(headerName, headerValue), { maxLength: 2 }),
  useOwnStore: fc.boolean(),
  slowly: fc.double({ min: 0, max: 1, noNaN: true }),
});

function isTooSlow({ target, slowly }: { readonly target: string; readonly slowly: number }) {
  return slowly > SLOW_SHARE && [...SLOW].some((path) => target.endsWith(path));
}

describe('fuzzed requests', () => {
  it(
    `are all answered in the envelope, ${RUNS} of ${RUNS}`,
    async () => {
      const merchant = await makeMerchant(test);
      const store = await makeStore(merchant);
      const statuses = new Map<number, number>();
      const send = async (sample: (typeof samples)[number]) => {
        const given = isTooSlow(sample) ? { ...sample, target: QUICK } : sample;
        const bytes = given.useOwnStore ? withStore(given.body, store.id) : given.body;
        const headers: [string, string][] = [['content-type', 'application/json']];
        if (given.credential === 'slug') {
          headers.push(['x-store-slug', store.slug], ['x-environment', 'test']);
        } else if (given.credential !== 'none') {
          const { privateKey } = merchant.keys[given.credential as 'test' | 'prod'];
          const text = bytes as unknown as string;
          const signed = signHeaders(given.target, text, merchant.shortId, privateKey);
          headers.push(...Object.entries(signed));
        }
        // Generated headers replace ours or are sent alongside them.
        const ours =
          given.extra.length === 1
            ? headers.filter(([key]) => key !== given.extra[0]?.[0])
            : headers;
        const reply = await sendRequest(test.baseUrl, {
          method: given.method,
          target: given.target,
          headers: [...ours, ...given.extra],
          body: bytes,
        });
        expectEnvelope(reply, given);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      };
      const samples = fc.sample(request, { numRuns: RUNS, seed: SEED });
      const queue = samples.values();
      const worker = async () => {
        for (const given of queue) await send(given);
      };
      await Promise.all(Array.from({ length: ABREAST }, worker));
      // Deep enough to reach the actions, not only the gateway in front of them.
      for (const status of [200, 400, 401, 403, 404, 405, 415])
        expect(statuses.has(status)).toBe(true);
      if (process.env.FUZZ_RUNS) console.info('answers by status', Object.fromEntries(statuses));
    },
    RUNS * 100 + 30_000,
  );
});

/** The same body about one of the caller's stores, so that it passes the ownership checks. */
function withStore(given: Buffer, storeId: string): Buffer {
  const text = given.toString();
  if (!text.startsWith('{')) return given;
  const rest = text === '{}' ? '}' : `,${text.slice(1)}`;
  return Buffer.from(`{"storeId":"${storeId}","id":"${storeId}","name":"Fuzzed"${rest}`);
}

function expectEnvelope(reply: Reply, given: unknown): void {
  const shown = () => `${JSON.stringify(given).slice(0, 2_000)} → ${reply.status} ${reply.text}`;
  if (reply.status >= 500 && reply.status !== 501) expect.fail(shown());
  if (!reply.headers.get('content-type')?.startsWith('application/json')) expect.fail(shown());
  if (/\bat \S+ \(|node:internal|\.ts:\d|node_modules/.test(reply.text)) expect.fail(shown());
  const { data, errors } = reply.body;
  const isSuccess = reply.status === 200 && data !== null && errors === undefined;
  const isError =
    reply.status >= 400 &&
    data === null &&
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every((entry) => typeof entry.message === 'string' && typeof entry.layer === 'string');
  if (!isSuccess && !isError) expect.fail(shown());
}
