// Merchants and buyers in a separate process: tasks come in on stdin, timings go out on stdout.

import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { openConnection } from './http-connection.ts';
import { createSeller } from './sale.ts';
import { percentile, type SellLoad, type SellResult } from './sell-load.ts';

/** What a browser sends with every visit. */
const BROWSER_HEADERS = [
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language: en-US,en;q=0.9,de;q=0.8',
  'Accept-Encoding: gzip, deflate, br, zstd',
];

/** Bytes by which compressed pages of one session may differ. */
const LENGTH_MARGIN = 200;

const load: SellLoad = JSON.parse(await text(process.stdin));
const { port, shop } = load;
const seller = createSeller(shop);
process.stdout.write(JSON.stringify(await run()));

async function run(): Promise<SellResult> {
  const started = performance.now();
  const latencies = await (load.kind === 'sell'
    ? sellFor(load.connections, load.seconds)
    : load.kind === 'pay'
      ? payOnly(load.sales)
      : visitFor(load.perSecond, load.seconds));
  const seconds = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    count: latencies.length,
    seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** Complete sales on every connection; returns how long payments took. */
async function sellFor(connections: number, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000;
  const latencies: number[] = [];
  const sell = async () => {
    const connection = await openConnection(port);
    while (performance.now() < until) {
      latencies.push(await seller.pay(connection, await seller.prepare(connection)));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, sell));
  return latencies;
}

/** Pays prepared sessions, one at a time. */
async function payOnly(sales: number): Promise<number[]> {
  const connection = await openConnection(port);
  const ready: Buffer[] = [];
  for (let sale = 0; sale < sales; sale += 1) ready.push(await seller.prepare(connection));
  const latencies: number[] = [];
  for (const request of ready) latencies.push(await seller.pay(connection, request));
  connection.close();
  return latencies;
}

/** Opens one session's page at a steady rate, however long the answers take. */
async function visitFor(perSecond: number, seconds: number): Promise<number[]> {
  const first = await openConnection(port);
  const sessionId = await seller.createSession(first);
  const head = [
    `GET /store/${shop.slug}/checkout/${sessionId} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...BROWSER_HEADERS,
  ];
  const request = [...head, '', ''].join('\r\n');
  const free = [first];
  const latencies: number[] = [];
  const visits: Promise<void>[] = [];
  // Unzipping every page would take processor time from the service. Nonces change its length a little.
  let length = 0;
  const isPage = (body: string) => {
    if (length > 0) return Math.abs(body.length - length) < LENGTH_MARGIN;
    length = body.length;
    return gunzipSync(Buffer.from(body, 'latin1')).includes(shop.productName);
  };
  const visit = async () => {
    const connection = free.pop() ?? (await openConnection(port));
    const sentAt = performance.now();
    const { status, body } = await connection.ask(request);
    latencies.push(performance.now() - sentAt);
    if (status !== 200 || !isPage(body)) throw new Error(`Page: ${status}`);
    free.push(connection);
  };
  const started = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const at = started + (sent / perSecond) * 1_000;
    if (at > performance.now()) await pause(at - performance.now());
    visits.push(visit());
  }
  await Promise.all(visits);
  for (const connection of free) connection.close();
  return latencies;
}
