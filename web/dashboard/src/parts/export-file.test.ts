import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type ExportRequest, fetchExport } from './export-file.ts';

const WANTED: ExportRequest = {
  list: 'payments',
  storeId: 'STO_1',
  filter: {},
  orderBy: 'CREATED_AT_DESC',
  columns: ['id', 'amount'],
  format: 'csv',
  timeZone: 'UTC',
};
const HEADING = '\uFEFFid,amount\r\n';
const ROWS = 'PAY_1,9.90\r\nPAY_2,5.00\r\n';

const ends: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const end of ends.splice(0)) end();
});

/** A server that gives one answer after another, where the page calls its own. */
async function serve(...answers: ((response: ServerResponse, body: string) => void)[]) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(200, { 'content-type': 'text/csv' });
    answers.shift()?.(response, body);
  }).listen(0, '127.0.0.1');
  ends.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init));
}

/** Sends the text and cuts the connection. */
const cut = (text: string) => (response: ServerResponse) =>
  response.write(text, () => setTimeout(() => response.destroy(), 50));

const fileOf = async () =>
  (await fetchExport(WANTED, 'test', () => {}, new AbortController().signal)).text();

/** `Blob.text()` leaves out the byte order mark. */
const shown = (text: string) => text.replace('\uFEFF', '');

it.each([
  ['after the heading', HEADING],
  ['within the heading', HEADING.slice(0, 5)],
  ['within the first row', `${HEADING}PAY_1,9`],
])('has one heading when the connection is cut %s', async (_where, sent) => {
  await serve(cut(sent), (response) => response.end(HEADING + ROWS));
  expect(await fileOf()).toBe(shown(HEADING + ROWS));
});

it('continues after the last complete row', async () => {
  const bodies: string[] = [];
  await serve(cut(`${HEADING}PAY_1,9.90\r\nPAY_2,5`), (response, body) => {
    bodies.push(body);
    response.end('PAY_2,5.00\r\n');
  });
  expect(await fileOf()).toBe(shown(HEADING + ROWS));
  expect(JSON.parse(bodies[0] ?? '').after).toBe('PAY_1');
});

it('has a heading even without rows', async () => {
  await serve((response) => response.end(HEADING));
  expect(await fileOf()).toBe(shown(HEADING));
});
