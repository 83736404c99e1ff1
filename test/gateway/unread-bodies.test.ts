import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../support/test-app.ts';

const TARGET = '/v1/actions/store/create-store';
const MEGABYTE = 1024 * 1024;
const test = useTestApp();

/** Opens a connection, sends the head of a request, and collects what is answered. */
async function open(line: string, headers: readonly string[]) {
  const { hostname, port } = new URL(test.baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const lines = [`${line} HTTP/1.1`, 'host: a', 'content-type: application/json', ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return { socket, answered: () => answer };
}

describe('a body above the maximum', () => {
  const mega = 'x'.repeat(MEGABYTE);
  const piece = `${MEGABYTE.toString(16)}\r\n${mega}\r\n`;
  const bodies = [
    ['announced', `content-length: ${3 * MEGABYTE}`, mega, mega],
    ['chunked', 'transfer-encoding: chunked', piece, `${piece}0\r\n\r\n`],
  ] as const;

  it.each(bodies)('is read to its end before the 413: %s', async (_how, header, most, last) => {
    const { socket, answered } = await open(`POST ${TARGET}`, [header, 'connection: close']);
    socket.write(most);
    socket.write(most);
    // By then, the service has read the two megabytes.
    for (let turn = 0; turn < 5; turn += 1) await fetch(`${test.baseUrl}/healthz`);
    expect(answered()).toBe('');
    socket.write(last);
    await once(socket, 'close');
    expect(answered()).toContain('Request body exceeds 1 MB');
  });
});

it.each([
  'GET /healthz',
  'HEAD /healthz',
  `OPTIONS ${TARGET}`,
  `PROPFIND ${TARGET}`,
  'POST /%zz',
])('closes the connection after a response that did not wait for the body: %s', async (line) => {
  for (const header of ['content-length: 400', 'transfer-encoding: chunked']) {
    const { socket, answered } = await open(line, [header]);
    await once(socket, 'close');
    expect(answered().toLowerCase()).toContain('\r\nconnection: close\r\n');
  }
});

it('keeps the connection open after a body of no bytes', async () => {
  const response = await fetch(`${test.baseUrl}${TARGET}`, { method: 'POST', body: '' });
  expect(response.headers.get('connection')).toBe('keep-alive');
});
