import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, type Respond, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';

const TIMEOUT_MS = 1_000;
/** Milliseconds for an attempt that ends at the time limit, with its records, on a busy machine. */
const ENDED_MS = 10_000;
const test = useTestApp({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS), WEBHOOK_RETRY_SCHEDULE: '60' });
closeReceivers();
const closers: (() => void)[] = [];
// Creates the keys first, so that no test measures it.
beforeAll(() => fetch(`${test.baseUrl}/.well-known/webhook-keys.json`));
afterAll(() => {
  for (const close of closers) close();
});

/** Delivers one event to the address; returns the delivery and the time it took. */
async function deliverTo(url: string) {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  await makeWebhook(merchant, store.id, url);
  await emit(test, store.id);
  const started = performance.now();
  await test.app.worker.runOnce();
  const durationMs = performance.now() - started;
  const [delivery] = await readDeliveries(test, store.id);
  return { ...delivery, durationMs };
}

const deliver = async (respond: Respond) => deliverTo((await startReceiver(respond)).url);

/** A server that answers a connection with raw bytes. */
async function startRaw(write: (socket: import('node:net').Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => write(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('answers of receivers', () => {
  it('keeps 4 KB of an endless response and reads no more', async () => {
    let sent = 0;
    const delivery = await deliver((response) => {
      response.on('error', () => {});
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    expect(delivery).toMatchObject({ status: 'success', httpStatus: 200, attempts: 1 });
    expect(delivery.responseBody).toBe('x'.repeat(4_096));
    expect(sent).toBeLessThan(50 * 1024 * 1024);
    expect(delivery.durationMs).toBeLessThan(ENDED_MS);
  });

  it('ends an attempt whose body trickles in at the time limit; the status counts', async () => {
    const delivery = await deliver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(delivery).toMatchObject({ status: 'success', httpStatus: 200, attempts: 1 });
    expect(delivery.durationMs).toBeLessThan(ENDED_MS);
  });

  it('fails an attempt whose headers trickle in at the time limit', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-Slow: yes\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const delivery = await deliverTo(url);
    const failure = 'No answer within the time limit';
    expect(delivery).toMatchObject({ status: 'pending', httpStatus: null, failure, attempts: 1 });
    expect(delivery.durationMs).toBeLessThan(ENDED_MS);
  });

  it('fails an attempt that is never answered, at the time limit', async () => {
    const delivery = await deliver(() => {});
    expect(delivery).toMatchObject({ failure: 'No answer within the time limit', attempts: 1 });
  });

  it('does not decompress a compressed answer', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const delivery = await deliver((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(delivery.status).toBe('success');
    expect(Buffer.byteLength(delivery.responseBody ?? '')).toBeLessThanOrEqual(4_096 * 3);
  });

  it('keeps a response with NUL, invalid UTF-8 and a truncated character as valid text', async () => {
    const nasty = Buffer.concat([
      Buffer.from([0, 0xff, 0xc3, 0x28]),
      Buffer.from('€'.repeat(2_000)),
    ]);
    const delivery = await deliver((response) => response.end(nasty));
    expect(delivery.status).toBe('success');
    expect(delivery.responseBody?.isWellFormed()).toBe(true);
    expect(delivery.responseBody).not.toContain('\u0000');
    expect(delivery.responseBody?.endsWith('€')).toBe(true);
  });

  it.each([
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'Answer is not HTTP'],
    ['nothing', '', 'Connection closed by the receiver'],
    [
      'an interim answer first',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      'Receiver sent an unexpected 100 Continue',
    ],
    [
      'endless headers',
      `HTTP/1.1 200 OK\r\n${`X-A: ${'b'.repeat(1_000)}\r\n`.repeat(100)}`,
      'Answer headers are too large',
    ],
  ])('fails an attempt that is answered with %s', async (_name, text, failure) => {
    const url = await startRaw((socket) => socket.end(text));
    expect(await deliverTo(url)).toMatchObject({ status: 'pending', failure, attempts: 1 });
  });

  it('states in its own words why there was no response', async () => {
    const closed = await deliverTo('http://127.0.0.1:1/');
    expect(closed.failure).toBe('Connection refused');
    const unknown = await deliverTo('http://no-such-name.invalid/secret-path');
    expect(unknown.failure).toMatch(/^(Host name|Name server)/);
  });
});
