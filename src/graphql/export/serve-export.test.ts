import v8 from 'node:v8';
import fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readExport } from './read-export.ts';
import { sendExport } from './serve-export.ts';
import type { Ask } from './write-rows.ts';

const nextTurn = async () => {};

const page = (count: number) =>
  JSON.stringify({
    data: { rows: Array.from({ length: count }, (_, id) => ({ id, status: 'completed' })) },
  });

it('is cut, not completed, if the object that a page continues after is gone', async () => {
  const http = fastify();
  http.get('/', (_request, reply) => {
    const wanted = readExport({ list: 'onetimeOrders', columns: ['status'], format: 'jsonl' });
    const gone = JSON.stringify({ data: { rows: [], known: 0 } });
    const ask: Ask = async ({ variables }) => (variables.after === null ? page(100) : gone);
    return sendExport(reply, wanted, {}, ask, nextTurn);
  });
  const answer = await fetch(await http.listen({ port: 0, host: '127.0.0.1' }));
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await http.close();
});

it('is not cut while a page is read, only while its reader takes nothing', async () => {
  const http = fastify();
  const timeouts: (number | undefined)[] = [];
  http.get('/', (request, reply) => {
    const { socket } = request.raw;
    const setTimeout = socket.setTimeout.bind(socket);
    socket.setTimeout = (ms) => {
      timeouts.push(ms);
      return setTimeout(ms);
    };
    const wanted = readExport({ list: 'onetimeOrders', columns: ['status'], format: 'jsonl' });
    let pages = 0;
    const ask = async () => {
      pages += 1;
      if (pages > 1) timeouts.push(Number.NaN);
      return page(pages < 3 ? 100 : 1);
    };
    return sendExport(reply, wanted, {}, ask, nextTurn);
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const lines = (await (await fetch(url)).text()).trim().split('\n');
  expect(lines).toHaveLength(201);
  const written = [15_000, 0];
  const expected = [...written, Number.NaN, ...written, Number.NaN, 15_000];
  expect(timeouts.slice(0, expected.length)).toEqual(expected);
  await http.close();
});

it('makes garbage collections frequent until the last of several files is sent or cut off', async () => {
  const setFlags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  onTestFinished(() => setFlags.mockRestore());
  const flags = () => setFlags.mock.calls.map(([flag]) => flag);
  const http = fastify();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  http.get('/:pages', (request, reply) => {
    const wanted = readExport({ list: 'onetimeOrders', columns: ['status'], format: 'jsonl' });
    let left = Number((request.params as { pages: string }).pages);
    const ask = async () => {
      left -= 1;
      if (left === 0) await held;
      return page(left < 0 ? 1 : 100);
    };
    return sendExport(reply, wanted, {}, ask, nextTurn);
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const cut = new AbortController();
  const first = await fetch(`${url}/2`);
  const second = await fetch(`${url}/2`, { signal: cut.signal });
  await expect.poll(flags).toEqual(['--heap-growing-percent=50']);
  cut.abort();
  release();
  await first.text();
  await second.text().catch(() => null);
  await expect.poll(flags).toEqual(['--heap-growing-percent=50', '--heap-growing-percent=100']);
  await http.close();
});
