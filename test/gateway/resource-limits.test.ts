import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/gateway/rate-limit.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, makeStore, post, type Reply } from '../support/merchant.ts';
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts';

/** Bodies may total four megabytes, one of them per network. */
const test = useTestApp({ TRUST_PROXY: 'true', MAX_BODIES_MB: '4', RATE_LIMITS: 'on' });
const MEGABYTE = 1024 * 1024;
/** The policy in the headers of their refusals. */
const LARGE_BODIES = '"large-bodies";q=32;w=4';
const sockets: Socket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

async function open(app: Pick<TestApp, 'baseUrl'>): Promise<Socket> {
  const { hostname, port } = new URL(app.baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Whether the service keeps the connection open: it answers on it. */
async function isKept(socket: Socket): Promise<boolean> {
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  const ended = once(socket, 'close').then(() => false);
  return Promise.race([ended, once(socket, 'data').then(() => true)]);
}

describe('open connections', () => {
  let few: TestApp;
  beforeAll(async () => {
    const source = { database: test.database, url: test.databaseUrl, close: async () => {} };
    const settings = { MAX_CONNECTIONS_PER_NETWORK: '3', MAX_CONNECTIONS: '5' };
    few = await startTestApp(source, settings);
  });
  afterAll(() => few.app.http.close());

  it('from one address are limited: the next is closed until another one ends', async () => {
    const opened = [await open(few), await open(few), await open(few)];
    expect(await Promise.all(opened.map(isKept))).toEqual([true, true, true]);
    expect(await isKept(await open(few))).toBe(false);
    const [first] = opened as [Socket];
    first.end();
    await once(first, 'close');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await isKept(await open(few))).toBe(true);
  });

  it('are limited in total', () => {
    expect(few.app.http.server.maxConnections).toBe(5);
  });
});

describe('large bodies', () => {
  /** A request with a body of one megabyte, started but not finished. */
  const begin = async (address: string, length: 'content-length' | 'chunked') => {
    const socket = await open(test);
    const size =
      length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${MEGABYTE}`;
    const head = `POST /v1/actions/merchant/log-in HTTP/1.1\r\nhost: x\r\n${size}`;
    const start = length === 'chunked' ? `4e20\r\n${'x'.repeat(20_000)}\r\n` : '';
    socket.write(
      `${head}\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\n\r\n${start}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    return socket;
  };
  const call = (address: string, bytes: number) =>
    post(test.baseUrl, '/v1/actions/merchant/log-in', JSON.stringify({ x: 'x'.repeat(bytes) }), {
      'x-forwarded-for': address,
    });

  it("are limited per network; small ones and other networks aren't affected", async () => {
    const slow = await begin('192.0.2.1', 'content-length');
    const refused = await call('192.0.2.1', 20_000);
    expectError(refused, 429, 'Rate limit exceeded', 'gateway');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit')).toMatch(/^"large-bodies";r=\d+;t=\d+$/);
    expect(refused.headers.get('ratelimit-policy')).toBe(LARGE_BODIES);
    expect((await call('192.0.2.1', 10)).status).toBe(400);
    expect((await call('192.0.2.2', 20_000)).status).toBe(400);
    slow.destroy();
    await once(slow, 'close');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await call('192.0.2.1', 20_000)).status).toBe(400);
  });

  it("are limited in total, even if they don't announce their size", async () => {
    const hosts = [1, 2, 3, 4];
    const slow = await Promise.all(hosts.map((host) => begin(`198.51.100.${host}`, 'chunked')));
    expect((await call('198.51.100.5', 20_000)).status).toBe(429);
    expect((await call('198.51.100.5', 10)).status).toBe(400);
    for (const socket of slow) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await call('198.51.100.5', 20_000)).status).toBe(400);
  });
});

describe('large bodies of one network', () => {
  it("are limited per second, before they are read; small ones and other networks aren't affected", async () => {
    const send = (address: string, bytes: number) =>
      post(test.baseUrl, '/v1/actions/merchant/log-in', JSON.stringify('x'.repeat(bytes)), {
        'x-forwarded-for': address,
      });
    // The visitor's own limit isn't under test here.
    const meets = ({ status, headers }: Reply) =>
      status === 429 && headers.get('ratelimit-policy') === LARGE_BODIES;
    // On a slow machine, the limit would refill faster than it is used up.
    test.clock.stop();
    let [sent, isRefused] = [0, false];
    while (!isRefused && sent < 400) {
      sent += 1;
      isRefused = meets(await send('192.0.2.60', 1_000_000));
    }
    expect(isRefused).toBe(true);
    expect(sent).toBeGreaterThan(30);
    expect(meets(await send('192.0.2.60:4711', 1_000_000))).toBe(true);
    expect(meets(await send('192.0.2.60', 10))).toBe(false);
    expect(meets(await send('192.0.2.61', 1_000_000))).toBe(false);
  });
});

describe('bodies without a length', () => {
  /** Sends it in pieces of the size, as clients do that stream. */
  const send = async (address: string, bytes: number, pieceBytes = 10_000) => {
    const text = JSON.stringify({ x: 'x'.repeat(bytes) });
    const pieces = text.match(new RegExp(`.{1,${pieceBytes}}`, 'gs')) ?? [];
    const response = await fetch(`${test.baseUrl}/v1/actions/merchant/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: Readable.toWeb(Readable.from(pieces.map((piece) => Buffer.from(piece)))),
      duplex: 'half',
    } as unknown as RequestInit);
    return { status: response.status, policy: response.headers.get('ratelimit-policy') };
  };

  it('count by the bytes that arrive: small ones are never refused', async () => {
    test.clock.stop();
    const replies = [];
    // Ten at a time, more than a network may hold megabytes.
    for (let turn = 0; turn < 6; turn += 1) {
      const few = Array.from({ length: 10 }, () => send('192.0.2.80', 1_000, 100));
      replies.push(...(await Promise.all(few)));
    }
    // The visitor's own limit, which isn't under test here, refuses some.
    const policies = replies.map(({ status, policy }) => (status === 429 ? policy : 'none'));
    expect(policies).not.toContain(LARGE_BODIES);
    expect(policies).not.toContain(null);
    // Their turns take no time, either: 60 of a megabyte would have taken two seconds.
    expect((await send('192.0.2.80', 600_000)).policy).not.toBe(LARGE_BODIES);
  });

  it('are limited per second like others once they are large', async () => {
    test.clock.stop();
    let sent = 0;
    for (let refused = false; !refused && sent < 120; sent += 1) {
      refused = (await send('192.0.2.81', 640_000, 64_000)).policy === LARGE_BODIES;
    }
    // 32 megabytes, in debt by at most one body.
    expect(sent).toBeGreaterThan(45);
    expect(sent).toBeLessThan(60);
    expect((await send('192.0.2.81', 10)).policy).not.toBe(LARGE_BODIES);
  });

  it('may not exceed a megabyte', async () => {
    for (let sent = 0; sent < 6; sent += 1) {
      expect((await send('192.0.2.82', 1_100_000, 64_000)).status).toBe(413);
    }
    // Nothing of them is still counted as held.
    expect((await send('192.0.2.82', 900_000, 64_000)).policy).not.toBe(LARGE_BODIES);
  });
});

describe('large requests', () => {
  it("count more against their caller's limit, which is repaid over time", () => {
    const limiter = createRateLimiter(true);
    const limit = { policy: 'test', burst: 10, perSecond: 10 };
    const at = (ms: number) => new Date(1_700_000_000_000 + ms);
    limiter.take(limit, 'a', at(0), 17);
    expect(() => limiter.take(limit, 'a', at(700))).toThrow('Rate limit exceeded');
    limiter.take(limit, 'a', at(800));
    limiter.charge(limit, 'a', at(800), 1_000);
    expect(() => limiter.take(limit, 'a', at(1_800))).toThrow('Rate limit exceeded');
    limiter.take(limit, 'a', at(1_901));
  });

  it('take one token per 64 KB of body', async () => {
    const merchant = await makeMerchant(test);
    const { id } = await makeStore(merchant);
    test.clock.advance(60_000);
    const body = { id, unknown: 'x'.repeat(640_000) };
    const reply = await merchant.call('store/update-store', body);
    expect(reply.headers.get('ratelimit')).toBe('"api-key";r=90;t=1');
  });
});
