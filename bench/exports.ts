// Exports of a store with a million orders, as the dashboard fetches them: part by part, each after
// the last row of the one before. The service runs in its own process, whose memory is sampled.
// BENCH_ORDERS sets the number of orders.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import pg from 'pg';
import { decodeId } from '../src/kit/id.ts';
import { fillStore } from './support/fill-store.ts';
import { signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { scaled } from './support/scale.ts';
import { cpuMicroseconds, residentMegabytes, startService } from './support/service.ts';
import { makeStore } from './support/shop.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? scaled(1_000_000, 20_000));
/** Rows of a response; one with fewer completes the file (docs/contract/graphql.md#export). */
const MAX_ROWS = 10_000;
/** Target: megabytes of memory beyond those before. */
const MAX_MB = 100;
const LISTS = ['onetimeOrders', 'subscriptionOrders', 'customers'] as const;
const SAMPLE_MS = 50;

const service = await startService('postgres');
const merchant = await signUpMerchant(service);
const store = await makeStore(service, merchant);
await fill();
// Code is compiled and connections are open before anything is counted.
await fetchPart('onetimeOrders', undefined);
const before = await residentMegabytes(service.pid);
const rows = [];
for (const list of LISTS) rows.push(await fetchAll(list));
const most = Math.max(...rows.map(({ cells }) => cells['memory beyond before, MB']));
report({
  title: `Exports of a store of ${ORDERS.toLocaleString('en-US')} orders`,
  conditions: 'PostgreSQL, CSV with all columns, one client, responses of 10,000 rows',
  rounds: 1,
  figures: [
    {
      name: 'most memory beyond what was resident before',
      value: most,
      unit: 'MB',
      target: { must: 'be at most', value: MAX_MB },
    },
  ],
  rows,
});
await service.stop();

async function fill(): Promise<void> {
  const connection = new pg.Client({ connectionString: service.databaseUrl as string });
  await connection.connect();
  await fillStore(connection, {
    ...{ storeId: decodeId('STO', store.id) as string, isFast: true },
    ...{ orders: ORDERS, customers: ORDERS / 5, subscriptions: ORDERS / 20 },
  });
  await connection.end();
}

/** Fetches a list to its end, and describes what that took. */
async function fetchAll(list: string) {
  const memory: number[] = [];
  const sampler = setInterval(() => {
    residentMegabytes(service.pid).then((megabytes) => memory.push(megabytes));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  const used = await cpuMicroseconds(service.pid);
  const times: number[] = [];
  let [count, bytes] = [0, 0];
  for (let after: string | undefined, part = MAX_ROWS; part >= MAX_ROWS; ) {
    const fetched = await fetchPart(list, after);
    part = fetched.rows;
    count += part;
    bytes += fetched.bytes;
    after = fetched.last;
    times.push(fetched.ms);
  }
  clearInterval(sampler);
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    ...{ name: list, unit: '' },
    cells: {
      rows: count,
      MB: bytes / 1e6,
      'rows a second': count / seconds,
      'a response, ms': median(times),
      'the slowest, ms': Math.max(...times),
      'CPU of the service for a row, µs': ((await cpuMicroseconds(service.pid)) - used) / count,
      'memory beyond before, MB': Math.max(0, ...memory) - before,
    },
  };
}

/** One response, read line by line; of the first one, the heading isn't counted. */
async function fetchPart(list: string, after: string | undefined) {
  const startedAt = performance.now();
  const response = await fetch(`${service.baseUrl}/v1/export`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-environment': 'test',
      cookie: merchant.cookie,
    },
    body: JSON.stringify({ list, storeId: store.id, after }),
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  let [rows, bytes, last] = [after === undefined ? -1 : 0, 0, ''];
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    rows += 1;
    bytes += Buffer.byteLength(line) + 1;
    last = line;
  }
  return { rows, bytes, last: last.split(',', 1)[0], ms: performance.now() - startedAt };
}
