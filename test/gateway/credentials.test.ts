import { describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { createSecrets } from '../../src/secrets.ts';
import { callAt } from '../support/calls.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, post, type Reply, signHeaders, toReply } from '../support/merchant.ts';
import { newPlan, PROBE_TABLE, probeAction } from '../support/probe-action.ts';
import { sendRequest } from '../support/raw-http.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';

const CREATE = '/v1/actions/store/create-store';
const PROBE = '/v1/actions/probe/leave-mark';
const BODY = JSON.stringify({ name: 'A store' });
const PUBLIC_URL = 'https://shop.example';
const TOKEN_LIFE_MS = 300_000;
const test = useTestApp({ PUBLIC_URL }, { actions: [...actions, probeAction(newPlan())] });

type Headers = Readonly<Record<string, string>>;

const send = (headers: Headers, target = CREATE) => post(test.baseUrl, target, BODY, headers);
const expectGateway = (reply: Reply, status: number, message: string) =>
  expectError(reply, status, message, 'gateway');

async function signed() {
  const merchant = await makeMerchant(test);
  return signHeaders(CREATE, BODY, merchant.shortId, merchant.keys.test.privateKey);
}

function without(headers: Headers, name: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
}

interface TokenClaim {
  readonly storeId?: string;
  readonly environment?: 'test' | 'prod';
  readonly secretKey?: string;
}

async function signToken({ storeId, environment, secretKey }: TokenClaim = {}) {
  const claims = {
    storeId: storeId ?? crypto.randomUUID(),
    buyerIdentity: 'buyer@shop.example',
    environment: environment ?? 'test',
  } as const;
  const now = test.clock.now();
  const secrets = createSecrets(secretKey ?? TEST_SECRET_KEY);
  return secrets.signToken(claims, now, addMs(now, TOKEN_LIFE_MS));
}

describe('missing credentials', () => {
  it('are 400, whichever header of an API key is absent or empty', async () => {
    const headers = await signed();
    for (const name of Object.keys(headers)) {
      expectGateway(await send(without(headers, name)), 400, 'Missing authentication');
      expectGateway(await send({ ...headers, [name]: '' }), 400, 'Missing authentication');
    }
    expectGateway(await send({}), 400, 'Missing authentication');
    expectGateway(await send({ 'x-environment': 'test' }), 400, 'Missing authentication');
  });

  it('are 400 for a slug without its environment or without a value', async () => {
    for (const headers of [
      { 'x-store-slug': 'shop-12345678' },
      { 'x-store-slug': '', 'x-environment': 'test' },
      { 'x-store-slug': 'shop-12345678', 'x-environment': '' },
    ] as Headers[]) {
      expectGateway(await send(headers), 400, 'Missing authentication');
    }
  });

  it('are 400 for a token without its environment', async () => {
    const headers = { authorization: `Bearer ${await signToken()}` };
    expectGateway(await send(headers), 400, 'Incomplete JWT authentication headers');
  });

  it('are 400 on every action that needs one', async () => {
    for (const { path, auth } of actions) {
      if ((auth as readonly string[]).includes('anonymous')) continue;
      const reply = await post(test.baseUrl, `/v1/actions/${path}`, '{}');
      expectGateway(reply, 400, 'Missing authentication');
    }
  });
});

describe('more than one kind of credential', () => {
  it('is ambiguous', async () => {
    const kinds: Headers[] = [
      await signed(),
      { 'x-store-slug': 'shop-12345678', 'x-environment': 'test' },
      { authorization: `Bearer ${await signToken()}`, 'x-environment': 'test' },
      { cookie: 'tillgate_session=abc', 'x-environment': 'test' },
    ];
    for (const [index, first] of kinds.entries()) {
      for (const second of kinds.slice(index + 1)) {
        expectGateway(await send({ ...first, ...second }), 400, 'Ambiguous authentication');
      }
    }
    // Half of a second kind is ambiguous too.
    const half = { ...kinds[1], 'x-merchant-id': 'MER_1' };
    expectGateway(await send(half), 400, 'Ambiguous authentication');
  });
});

describe('an environment', () => {
  it('that is neither test nor prod is 400', async () => {
    const message = 'Invalid X-Environment, must be test or prod';
    const visitor = { 'x-store-slug': 'shop-12345678', 'x-environment': 'live' };
    expectGateway(await send(visitor), 400, message);
    const headers = await signed();
    for (const environment of ['live', 'TEST', 'test,prod', '']) {
      expectGateway(await send({ ...headers, 'x-environment': environment }), 400, message);
    }
  });

  it('other than that of the API key is 403', async () => {
    const message = 'X-Environment differs from the environment of the API key';
    const headers = await signed();
    expectGateway(await send({ ...headers, 'x-environment': 'prod' }), 403, message);
    expect((await send({ ...headers, 'x-environment': 'test' })).status).toBe(200);
  });
});

describe('a session token', () => {
  const withToken = (token: string, environment = 'test', target = PROBE) =>
    send({ authorization: `Bearer ${token}`, 'x-environment': environment }, target);
  const expectInvalid = (reply: Reply) => expectGateway(reply, 401, 'Invalid or expired token');

  it('reaches only actions that accept tokens', async () => {
    await test.database.query(PROBE_TABLE);
    const token = await signToken();
    expect((await withToken(token)).status).toBe(200);
    expectGateway(await withToken(token, 'test', CREATE), 403, 'Insufficient permissions');
  });

  it('is refused in another environment than its own', async () => {
    expectInvalid(await withToken(await signToken({ environment: 'test' }), 'prod'));
    expectInvalid(await withToken(await signToken({ environment: 'prod' }), 'test'));
  });

  it('is refused when altered, foreign, or no token at all', async () => {
    const token = await signToken();
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const foreign = await signToken({ secretKey: 'another secret key of at least 32 characters' });
    const texts = ['x', `${token}x`, `${header}.${payload}`, `${none}.${payload}.`, foreign];
    texts.push(`${header}.${payload}x.${signature}`, `${token} ${token}`);
    for (const text of texts) expectInvalid(await withToken(text));
    const schemes = ['', 'Bearer', `Basic ${token}`, token];
    for (const authorization of schemes) {
      expectInvalid(await send({ authorization, 'x-environment': 'test' }, PROBE));
    }
  });

  it('expires', async () => {
    const token = await signToken();
    test.clock.advance(TOKEN_LIFE_MS - 60_000);
    expect((await withToken(token)).status).toBe(200);
    test.clock.advance(60_001);
    expectInvalid(await withToken(token));
  });
});

describe('a store slug', () => {
  it('that names no live store is 404', async () => {
    const merchant = await makeMerchant(test);
    const create = { path: 'store/create-store', body: { name: 'Shut' } };
    const { store } = (await callAt(test, merchant, create)).body.data;
    const visitor = { 'x-store-slug': store.slug, 'x-environment': 'test' };
    expect((await send(visitor, PROBE)).status).toBe(200);
    await test.database.query(sql`
      update store set deleted_at = ${test.clock.now()} where id = ${decodeId('STO', store.id)}`);
    expectGateway(await send(visitor, PROBE), 404, 'Store not found');
    const unknown = { ...visitor, 'x-store-slug': "x' or true --" };
    expectGateway(await send(unknown, PROBE), 404, 'Store not found');
  });

  it('reaches only public actions', async () => {
    const merchant = await makeMerchant(test);
    const create = { path: 'store/create-store', body: { name: 'Open' } };
    const { slug } = (await callAt(test, merchant, create)).body.data.store;
    const visitor = { 'x-store-slug': slug, 'x-environment': 'prod' };
    for (const { path, auth } of actions) {
      if ((auth as readonly string[]).some((kind) => ['slug', 'anonymous'].includes(kind)))
        continue;
      const reply = await send(visitor, `/v1/actions/${path}`);
      expectGateway(reply, 403, 'Insufficient permissions');
    }
  });
});

describe('a dashboard session', () => {
  const LOG_OUT = '/v1/actions/merchant/log-out';

  async function signUp(): Promise<string> {
    const account = {
      email: `${crypto.randomUUID()}@m.example`,
      password: 'long enough',
      name: 'M',
    };
    const target = '/v1/actions/merchant/sign-up';
    const reply = await post(test.baseUrl, target, JSON.stringify(account));
    return reply.headers.get('set-cookie') as string;
  }
  const cookieOf = (setCookie: string) => setCookie.split(';', 1)[0] as string;

  it('is a cookie that scripts and other sites cannot reach', async () => {
    const attributes = (await signUp()).split('; ').slice(1);
    const expected = ['Path=/v1', 'HttpOnly', 'Secure', 'SameSite=Strict'];
    expect(attributes.sort()).toEqual(expected.sort());
  });

  it('reaches the actions with X-Environment', async () => {
    const cookie = cookieOf(await signUp());
    expect((await send({ cookie, 'x-environment': 'test' })).status).toBe(200);
    expectGateway(await send({ cookie }, PROBE), 400, 'Missing authentication');
    const other = { cookie, 'x-environment': 'live' };
    expectGateway(await send(other), 400, 'Invalid X-Environment, must be test or prod');
  });

  it('is refused to other sites', async () => {
    const cookie = cookieOf(await signUp());
    const message = 'Requests from other sites are refused';
    const foreign: Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://shop.example' },
      { origin: 'https://shop.example.evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
    ];
    for (const headers of foreign) {
      const all = { cookie, 'x-environment': 'test', ...headers };
      expectGateway(await sendRaw(all), 403, message);
    }
    for (const headers of [
      { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' },
      { origin: PUBLIC_URL },
      // The same service under another of its host names.
      { origin: test.baseUrl },
    ] as Headers[]) {
      const all = { cookie, 'x-environment': 'test', ...headers };
      expect((await sendRaw(all)).status).toBe(200);
    }
  });

  it("can't be opened from another site", async () => {
    const account = JSON.stringify({ email: 'a@m.example', password: 'long enough', name: 'M' });
    for (const path of ['merchant/sign-up', 'merchant/log-in']) {
      const target = `/v1/actions/${path}`;
      const headers = [
        ['content-type', 'application/json'],
        ['origin', 'https://evil.example'],
      ] as const;
      const reply = await sendRequest(test.baseUrl, { target, headers, body: account });
      expectGateway(reply, 403, 'Requests from other sites are refused');
    }
  });

  it('ends at log-out', async () => {
    const cookie = cookieOf(await signUp());
    const headers = { cookie, 'x-environment': 'test' };
    expect((await send(headers)).status).toBe(200);
    const out = await post(test.baseUrl, LOG_OUT, '{}', { cookie });
    expect(out.headers.get('set-cookie')).toMatch(/^tillgate_session=; Max-Age=0;/);
    expectGateway(await send(headers), 401, 'Log-in required');
    expectGateway(await post(test.baseUrl, LOG_OUT, '{}', { cookie }), 401, 'Log-in required');
  });

  it('ends after 30 days', async () => {
    const headers = { cookie: cookieOf(await signUp()), 'x-environment': 'test' };
    const dayMs = 24 * 60 * 60 * 1000;
    test.clock.advance(30 * dayMs - 60_000);
    expect((await send(headers)).status).toBe(200);
    test.clock.advance(60_001);
    expectGateway(await send(headers), 401, 'Log-in required');
  });

  const sendRaw = (headers: Headers) =>
    sendRequest(test.baseUrl, {
      target: CREATE,
      headers: Object.entries({ 'content-type': 'application/json', ...headers }),
      body: BODY,
    });
});

describe('a browser on another site', () => {
  const preflight = (target: string, headers: Headers = {}) =>
    fetch(`${test.baseUrl}${target}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://merchant.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-store-slug,x-environment,authorization',
        ...headers,
      },
    });

  it('may call with a slug or a token, and never with the cookie', async () => {
    const response = await preflight(PROBE);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of ['authorization', 'x-environment', 'x-store-slug', 'x-idempotency-key']) {
      expect(allowed).toContain(name);
    }
    expect(allowed).not.toMatch(/x-signature|x-merchant-id|cookie/);
  });

  it('can read the answer, errors included', async () => {
    const response = await fetch(`${test.baseUrl}${PROBE}`, {
      method: 'POST',
      headers: { origin: 'https://merchant.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect((await toReply(response)).status).toBe(400);
  });

  it('gets no CORS headers outside /v1', async () => {
    for (const target of ['/', '/healthz', '/store/a/checkout/b/pay']) {
      const response = await preflight(target);
      expect(response.headers.get('access-control-allow-origin'), target).toBeNull();
    }
  });
});
