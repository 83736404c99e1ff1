// What endless response bodies, compressed or not, cost a worker in memory and the database in rows
// (docs/contract/invariants.md#15), compared with receivers that answer two bytes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../src/database/database.ts';
import { openServer } from '../src/database/open.ts';
import { decodeId, type Id } from '../src/kit/id.ts';
import { callOnce, signUpMerchant } from './support/merchant.ts';
import { report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { forgetPeak, peakMegabytes, residentMegabytes, startService } from './support/service.ts';
import { type BenchStore, makeStore } from './support/shop.ts';

/** The maximum number of webhooks per store; each kind of answer uses all of them. */
const WEBHOOKS = 20;
const KINDS = ['endless', 'packed', 'headers', 'refusal'];
const EVENTS = scaled(50, 10);
/** As in docs/contract/invariants.md#15. */
const MAX_MEGABYTES = 50;
const MAX_STORED_BYTES = 64 * 1024;
const LOOK_MS = 200;
const STATEMENT_MS = 10_000;

const receiver = fork(join(import.meta.dirname, 'support/giant-receiver.mjs'));
const [port] = await once(receiver, 'message');
const service = await startService('postgres', { WEBHOOK_RETRY_SCHEDULE: '3600' });
const database = await openServer(service.databaseUrl as string, 2, STATEMENT_MS);
const merchant = await signUpMerchant(service);
const ordinary = await makeReceivers(['ok']);
const giant = await makeReceivers(KINDS);

// Run twice, so that memory the process allocates once and keeps is excluded from the comparison.
await deliver(ordinary);
await deliver(ordinary);
const usual = await growthDuring(() => deliver(ordinary));
const grown = await growthDuring(() => deliver(giant));
const found = await readAttempts(giant);
const count = EVENTS * WEBHOOKS;
report({
  title: 'Answers of terabytes',
  conditions: `PostgreSQL, one process with API and worker, ${count} deliveries to ${WEBHOOKS} webhooks: bodies without end plain and compressed, headers without end, refusals without end`,
  rounds: 1,
  figures: [
    {
      name: 'most memory beyond what was resident before',
      value: grown,
      unit: 'MB',
      target: { must: 'be at most', value: MAX_MEGABYTES },
    },
    { name: 'the same with answers of two bytes', value: usual, unit: 'MB' },
    {
      name: 'most bytes kept of an answer',
      value: found.longest,
      unit: '',
      target: { must: 'be at most', value: MAX_STORED_BYTES },
    },
    {
      name: `attempts recorded for ${count} deliveries`,
      value: found.attempts,
      unit: '',
      target: { must: 'be', value: count },
    },
  ],
  plots: [
    {
      file: 'giant-answers',
      title: 'Most memory of a worker beyond what was resident before',
      unit: 'MB',
      bars: [bar('answers of two bytes', usual), bar('answers without end', grown)],
      limits: [{ name: 'limit', value: MAX_MEGABYTES }],
    },
  ],
});
await database.close();
await service.stop();
receiver.disconnect();

async function makeReceivers(kinds: readonly string[]): Promise<BenchStore> {
  const store = await makeStore(service, merchant);
  for (let place = 0; place < WEBHOOKS; place += 1) {
    const url = `http://127.0.0.1:${port}/${kinds[place % kinds.length]}/${place}`;
    const body = {
      ...{ storeId: store.id, channel: 'http', url, testMode: true },
      events: ['order.completed'],
    };
    await callOnce(service, merchant, 'store/add-webhook', body);
  }
  return store;
}

/** Sends the events and waits until every delivery has been attempted once. */
async function deliver(store: BenchStore): Promise<void> {
  const before = await readAttempts(store);
  for (let event = 0; event < EVENTS; event += 1) {
    await callOnce(service, merchant, 'store/send-test-event', { storeId: store.id });
  }
  const wanted = before.attempts + EVENTS * WEBHOOKS;
  while ((await readAttempts(store)).attempts < wanted) await pause(LOOK_MS);
}

async function readAttempts({ id }: BenchStore) {
  const storeId = decodeId('STO', id) as Id<'STO'>;
  const [row] = await database.query<{ attempts: number; longest: number }>(sql`
    select count(*)::int as attempts, coalesce(max(octet_length(response_body)), 0)::int as longest
    from webhook_attempt where store_id = ${storeId}`);
  return row as { attempts: number; longest: number };
}

/** Megabytes at the peak above the baseline. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = await residentMegabytes(service.pid);
  await forgetPeak(service.pid);
  await work();
  return (await peakMegabytes(service.pid)) - before;
}
