import { expect, it } from 'vitest';
import { type Database, sql } from './database.ts';
import { createReader } from './replica.ts';

const LSN = '0/1';

/** A reader whose replica answers as given, and where its reads ran. */
function readFrom(answer: () => Promise<unknown[]>) {
  const ran: string[] = [];
  let asked = 0;
  const primary = { query: async () => [{ lsn: LSN }] } as unknown as Database;
  const replica = {
    query: () => {
      asked += 1;
      return answer();
    },
  } as unknown as Database;
  const reader = createReader({ primary, replica, onRead: (from) => ran.push(from) });
  return { read: () => reader.query(sql`select`), ran, asked: () => asked };
}

it.each([
  ['hangs', () => new Promise<unknown[]>(() => {})],
  ['fails', () => Promise.reject(new Error('gone'))],
])('doesn’t wait again for a replica that %s', async (_what, answer) => {
  const { read, ran, asked } = readFrom(answer);
  await read();
  const before = asked();
  for (let nth = 0; nth < 3; nth += 1) await read();
  expect(ran).toEqual(['primary', 'primary', 'primary', 'primary']);
  expect(asked()).toBe(before);
});

it('asks a replica again that only lags', async () => {
  const { read, ran, asked } = readFrom(async () => [{ fresh: false }]);
  await read();
  const before = asked();
  await read();
  expect(ran).toEqual(['primary', 'primary']);
  expect(asked()).toBeGreaterThan(before);
});
