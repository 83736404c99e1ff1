import { constants, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { canonicalRequest } from '../../src/gateway/credentials/api-key.ts';
import { encodeId, newId } from '../../src/kit/id.ts';
import { expectError } from '../support/error-rows.ts';
import {
  makeMerchant,
  makeStore,
  post,
  signHeaders,
  type TestMerchant,
} from '../support/merchant.ts';
import { sendRequest } from '../support/raw-http.ts';
import { useTestApp } from '../support/test-app.ts';

const TARGET = '/v1/actions/store/create-store';
const BODY = JSON.stringify({ name: 'Signed' });
const test = useTestApp();

interface Change {
  readonly target?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A valid request with the given changes made after signing. */
async function sendChanged(merchant: TestMerchant, change: Change, timestamp?: string) {
  const { privateKey } = merchant.keys.test;
  const signed = signHeaders(TARGET, BODY, merchant.shortId, privateKey, timestamp);
  const headers = { 'content-type': 'application/json', ...signed, ...change.headers };
  return sendRequest(test.baseUrl, {
    target: change.target ?? TARGET,
    headers: Object.entries(headers),
    body: change.body ?? BODY,
  });
}

const nowS = () => Math.floor(test.clock.now().getTime() / 1000);
/** A second error may explain which line differs: see explain-signature. */
const expectRefused = (reply: Awaited<ReturnType<typeof post>>) => {
  expect(reply.status).toBe(401);
  const rootCause = { ...reply.body, errors: reply.body.errors.slice(0, 1) };
  expectError({ ...reply, body: rootCause }, 401, 'Invalid signature', 'gateway');
};

/** A signature of 256 bytes ends in `==`, so its last character has four unused bits. */
const SPELLINGS: Readonly<Record<string, (signature: string) => string>> = {
  'without its padding': (text) => text.slice(0, -2),
  'with half of its padding': (text) => text.slice(0, -1),
  'with more padding': (text) => `${text}==`,
  "with unused bits that aren't zero": (text) => `${text.slice(0, -3)}${nextLetter(text)}==`,
  'in the alphabet of base64url': (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
  'with a space inside': (text) => `${text.slice(0, 100)} ${text.slice(100)}`,
  'with a tab inside': (text) => `${text.slice(0, 100)}\t${text.slice(100)}`,
  'with a foreign character inside': (text) => `${text.slice(0, 100)}!${text.slice(100)}`,
  'with a second text behind it': (text) => `${text}, ${text}`,
  'in quotes': (text) => `"${text}"`,
  'in hex': (text) => Buffer.from(text, 'base64').toString('hex'),
  'with zero bytes in front': (text) =>
    Buffer.concat([Buffer.alloc(3), Buffer.from(text, 'base64')]).toString('base64'),
};

function nextLetter(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return letters[letters.indexOf(signature.at(-3) as string) + 1] as string;
}

describe('a signature', () => {
  it('is refused in every other spelling of its bytes', async () => {
    const merchant = await makeMerchant(test);
    const signed = signHeaders(TARGET, BODY, merchant.shortId, merchant.keys.test.privateKey);
    const signature = signed['x-signature'] as string;
    for (const [name, alter] of Object.entries(SPELLINGS)) {
      const headers = { ...signed, 'x-signature': alter(signature) };
      expect(headers['x-signature'], name).not.toBe(signature);
      expectRefused(await post(test.baseUrl, TARGET, BODY, headers));
    }
    expect((await post(test.baseUrl, TARGET, BODY, signed)).status).toBe(200);
  });

  it("with a line break inside isn't a valid header", async () => {
    const merchant = await makeMerchant(test);
    const { privateKey } = merchant.keys.test;
    const signed = signHeaders(TARGET, BODY, merchant.shortId, privateKey);
    const text = signed['x-signature'] as string;
    const folded = `${text.slice(0, 76)}\r\n ${text.slice(76)}`;
    const reply = await sendChanged(merchant, { headers: { 'x-signature': folded } });
    expect([400, 401]).toContain(reply.status);
    expect(reply.body.data).toBeNull();
  });

  it('of PSS padding is refused', async () => {
    const merchant = await makeMerchant(test);
    const timestamp = String(nowS());
    const canonical = canonicalRequest('POST', TARGET, timestamp, Buffer.from(BODY));
    const key = { key: merchant.keys.test.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
    const signature = sign('sha256', Buffer.from(canonical), key).toString('base64');
    const headers = { 'x-signature': signature };
    expectRefused(await sendChanged(merchant, { headers }, timestamp));
  });

  it('of another digest is refused', async () => {
    const merchant = await makeMerchant(test);
    const timestamp = String(nowS());
    const canonical = canonicalRequest('POST', TARGET, timestamp, Buffer.from(BODY));
    for (const digest of ['sha1', 'sha512']) {
      const { privateKey } = merchant.keys.test;
      const signature = sign(digest, Buffer.from(canonical), privateKey).toString('base64');
      const headers = { 'x-signature': signature };
      expectRefused(await sendChanged(merchant, { headers }, timestamp));
    }
  });

  it('covers every byte of the body', async () => {
    const merchant = await makeMerchant(test);
    for (const body of [`${BODY} `, `\n${BODY}`, BODY.replace('Signed', 'signed'), '']) {
      expectRefused(await sendChanged(merchant, { body }));
    }
  });

  it('of another merchant, an unknown one or an unreadable id is refused', async () => {
    const merchant = await makeMerchant(test);
    const other = await makeMerchant(test);
    const nobody = encodeId('MER', newId('MER', test.clock.now()));
    const asStore = merchant.shortId.replace('MER_', 'STO_');
    for (const id of [other.shortId, nobody, asStore, merchant.id, 'MER_1', "' or 1=1"]) {
      expectRefused(await sendChanged(merchant, { headers: { 'x-merchant-id': id } }));
    }
  });

  it('of the other environment selects the other environment', async () => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-environment': 'test' };
    expect((await merchant.call('store/create-store', { name: 'T' }, { headers })).status).toBe(
      200,
    );
    const options = { headers, environment: 'prod' } as const;
    const refused = await merchant.call('store/create-store', { name: 'P' }, options);
    expectError(
      refused,
      403,
      'X-Environment differs from the environment of the API key',
      'gateway',
    );
  });
});

describe('a timestamp', () => {
  const at = async (merchant: TestMerchant, timestamp: string) =>
    sendChanged(merchant, {}, timestamp);

  // Retried if the second ended between reading the clock here and in the service.
  const within = async (merchant: TestMerchant, ageS: number) => {
    for (;;) {
      const before = nowS();
      const reply = await at(merchant, String(before - ageS));
      if (nowS() === before) return reply;
    }
  };

  it('counts from 300 seconds behind to 60 seconds ahead, inclusive', async () => {
    const merchant = await makeMerchant(test);
    for (const ageS of [300, 299, 0, -59, -60]) {
      expect((await within(merchant, ageS)).status).toBe(200);
    }
  });

  it('is refused one second beyond, even with a correct signature', async () => {
    const merchant = await makeMerchant(test);
    expectRefused(await within(merchant, 301));
    expectRefused(await within(merchant, -61));
  });

  it('is refused in any other spelling than whole seconds', async () => {
    const merchant = await makeMerchant(test);
    const seconds = String(nowS());
    const spellings = [
      `${seconds}000`,
      `${seconds}.0`,
      `0${seconds}`,
      `+${seconds}`,
      `${seconds}e0`,
    ];
    spellings.push(`0x${nowS().toString(16)}`, new Date().toISOString(), 'now', '0', '-1', '1_0');
    for (const timestamp of spellings) expectRefused(await at(merchant, timestamp));
  });

  it('is covered by the signature', async () => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-timestamp': String(nowS() - 1) };
    expectRefused(await sendChanged(merchant, { headers }));
  });
});

describe('headers that decide', () => {
  const single = ['x-merchant-id', 'x-timestamp', 'x-signature', 'content-type'];
  single.push('x-environment', 'x-idempotency-key', 'authorization', 'cookie', 'x-store-slug');

  it('are refused twice', async () => {
    const merchant = await makeMerchant(test);
    const signed = signHeaders(TARGET, BODY, merchant.shortId, merchant.keys.test.privateKey);
    const once: Record<string, string> = { 'content-type': 'application/json', ...signed };
    for (const name of single) {
      const value = once[name] ?? 'a';
      const headers = Object.entries({ ...once, [name]: value });
      headers.push([name.toUpperCase(), value]);
      const reply = await sendRequest(test.baseUrl, { target: TARGET, headers, body: BODY });
      expectError(reply, 400, `Duplicate header: ${name}`, 'gateway');
    }
  });

  it('are not those of a context that only internals could set', async () => {
    const merchant = await makeMerchant(test);
    const victim = await makeMerchant(test);
    const headers = {
      'x-context-merchant-id': victim.id,
      'x-context-environment': 'prod',
      'x-context-role': 'owner',
      'x-merchant': victim.shortId,
    };
    const reply = await merchant.call('store/create-store', { name: 'Mine' }, { headers });
    expect(reply.status).toBe(200);
    const owned = await test.database.query(
      sql`select from store_merchant where merchant_id = ${victim.id}`,
    );
    expect(owned).toHaveLength(0);
    expectError(
      await post(test.baseUrl, TARGET, BODY, headers),
      400,
      'Missing authentication',
      'gateway',
    );
  });
});

describe('a request target', () => {
  const unusual = [
    '/v1/actions/store/create-store/',
    '/v1/actions/store/create-store//',
    '/v1/actions//store/create-store',
    '//v1/actions/store/create-store',
    '/v1/actions/store/./create-store',
    '/v1/actions/store/../store/create-store',
    '/v1/x/../actions/store/create-store',
    '/v1/actions/store/%63reate-store',
    '/v1/actions/store%2Fcreate-store',
    '/v1/actions/store/create%2Dstore',
    '/%76%31/actions/store/create-store',
    '/v1/actions/store/create-store%00',
    '/v1/actions/store/create-store%20',
    '/v1/actions/store/create-store;a=b',
    '/v1/actions/store/create-store#part',
    '/v1/actions/store/%zz',
    '/v1/actions/store/%c0%af',
    '/V1/actions/store/create-store',
    '/v1/Actions/store/create-store',
    '/v1/actions/store/Create-Store',
    '/v1/actions/store\\create-store',
    'v1/actions/store/create-store',
    '*',
  ];

  it('in an unusual spelling reaches no handler', async () => {
    const merchant = await makeMerchant(test);
    for (const target of unusual) {
      // Signed twice: for the target as spelled, and for the one it might be mistaken for.
      for (const signedTarget of [target, TARGET]) {
        const { privateKey } = merchant.keys.test;
        const signed = signHeaders(signedTarget, BODY, merchant.shortId, privateKey);
        const headers = Object.entries({ 'content-type': 'application/json', ...signed });
        const reply = await sendRequest(test.baseUrl, { target, headers, body: BODY });
        expect([400, 404], target).toContain(reply.status);
        expect(reply.body, target).toMatchObject({ data: null, errors: [{ layer: 'gateway' }] });
      }
    }
    const stores = await test.database.query(
      sql`select from store_merchant where merchant_id = ${merchant.id}`,
    );
    expect(stores).toHaveLength(0);
  });

  it('takes no query string', async () => {
    const merchant = await makeMerchant(test);
    for (const query of ['?', '?a=b', '?name=x', '?/v1/actions/store/create-store']) {
      const target = `${TARGET}${query}`;
      const { privateKey } = merchant.keys.test;
      const signed = signHeaders(target, BODY, merchant.shortId, privateKey);
      const headers = Object.entries({ 'content-type': 'application/json', ...signed });
      const reply = await sendRequest(test.baseUrl, { target, headers, body: BODY });
      expectError(reply, 400, 'Actions take no query string', 'gateway');
    }
  });
});

describe('a key', () => {
  it('executes two identical signed requests within one second', async () => {
    const merchant = await makeMerchant(test);
    const signed = signHeaders(TARGET, BODY, merchant.shortId, merchant.keys.test.privateKey);
    const replies = await Promise.all([
      post(test.baseUrl, TARGET, BODY, signed),
      post(test.baseUrl, TARGET, BODY, signed),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const ids = new Set(replies.map((reply) => reply.body.data.store.id));
    expect(ids.size).toBe(2);
  });

  it('that is deleted is dead from the moment of the answer', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const send = () => merchant.call('store/update-store', { id: store.id, name: 'Running' });
    const running = Array.from({ length: 200 }, send);
    await Promise.race(running);
    await test.database.query(sql`
      update api_key set deleted_at = ${test.clock.now()} where id = ${merchant.keys.test.id}`);
    const after = await Promise.all(Array.from({ length: 20 }, send));
    for (const reply of after) expectRefused(reply);
    const statuses = (await Promise.all(running)).map((reply) => reply.status);
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
    expect(statuses).toContain(200);
    const options = { environment: 'prod' } as const;
    const other = await merchant.call('store/update-store', { id: store.id, name: 'P' }, options);
    expect(other.status, other.text).toBe(200);
  });
});
