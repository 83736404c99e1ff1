import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
/** What the service allows, and how late it may notice. */
const DEADLINE_MS = 30_000;
const LATE_MS = 8_000;
const HEAD =
  'POST /v1/actions/merchant/log-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(test.baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket.on('error', () => {});
}

/**
 * Sends the start, then one byte of the rest per second; returns the answer and when the connection
 * ended.
 */
async function dribble(start: string, rest: string) {
  const socket = await open();
  const startedAt = performance.now();
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(start);
  let sent = 0;
  const timer = setInterval(() => socket.write(rest.charAt(sent++)), 1_000);
  await once(socket, 'close');
  clearInterval(timer);
  return { answer, endedAfterMs: performance.now() - startedAt };
}

/** Requests a lot and reads none of it; returns when the service cut the connection. */
async function starve() {
  const socket = await open();
  const startedAt = performance.now();
  socket.pause();
  socket.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(8));
  const connections = () =>
    new Promise<number>((resolve) => {
      test.app.http.server.getConnections((_error, count) => resolve(count));
    });
  while ((await connections()) > 0 && performance.now() - startedAt < DEADLINE_MS + LATE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  socket.destroy();
  return performance.now() - startedAt;
}

describe('a connection', () => {
  it('that sends or reads too slowly is cut after 30 s', { timeout: 90_000 }, async () => {
    const [headers, body, reading] = await Promise.all([
      dribble(HEAD, `\r\nx-slow: ${'x'.repeat(200)}`),
      dribble(`${HEAD}\r\ncontent-length: 200\r\n\r\n`, '{'.repeat(200)),
      starve(),
    ]);
    for (const { answer, endedAfterMs } of [headers, body]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('Request was not received in time');
      expect(endedAfterMs).toBeGreaterThan(DEADLINE_MS - 1_000);
      expect(endedAfterMs).toBeLessThan(DEADLINE_MS + LATE_MS / 2);
    }
    expect(reading).toBeLessThan(DEADLINE_MS + LATE_MS);
  });
});

describe('every page', () => {
  it('refuses to be framed', async () => {
    const paths = ['/', '/docs', '/dashboard/', '/store/none', '/store/none/checkout/none'];
    let pages = 0;
    for (const path of [...paths, '/store/none/portal', '/unsubscribe?token=x']) {
      const { headers } = await fetch(`${test.baseUrl}${path}`);
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      pages += 1;
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    }
    expect(pages).toBeGreaterThanOrEqual(4);
  });
});
