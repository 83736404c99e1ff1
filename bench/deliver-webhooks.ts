// Signed deliveries beside bare RSA-2048 signing on the same thread pool; commit to first attempt at
// half that load; what dead webhooks and a long log do to the others.
import { fork } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import type { JobContext } from '../src/contract/job.ts';
import { type Database, sql } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { openServer } from '../src/database/open.ts';
import { createChannels } from '../src/delivery/channels/channels.ts';
import { createDeliverWebhooks } from '../src/delivery/deliver-webhooks.job.ts';
import { createSafePost } from '../src/delivery/safe-post.ts';
import { recordEvent } from '../src/events/record-event.ts';
import { createWebhookKeys } from '../src/events/webhook-keys.ts';
import { type Id, newId, newUuid } from '../src/kit/id.ts';
import { createSecrets } from '../src/secrets.ts';
import { backendCpu, cpuSince } from './support/postgres-cpu.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { cpuMicroseconds, createDatabase } from './support/service.ts';

const WEBHOOKS = 50;
const DEAD = 5;
const CONCURRENT_SIGNATURES = 16;
const SECONDS = scaled(3, 1);
const EVENTS = scaled(80, 20);
const ROUNDS = scaled(3, 1);
/** Issue's figures. */
const LEAST_OF_SIGNING = 0.8;
const LONGEST_FIRST_ATTEMPT_MS = 250;
/** Invariant 14. */
const MOST_BESIDE_DEAD = 2;

const source = await createDatabase();
const database = await openServer(source.url, 10, 60_000);
await migrate(database);
const receiver = fork(join(import.meta.dirname, 'support/receiver.mjs'));
const port = await new Promise((resolve) => receiver.once('message', resolve));
const now = () => new Date();
const secrets = createSecrets('a secret key for benchmarks, long enough');
const keys = createWebhookKeys(database, secrets, now);
await keys.publicKeys();
const context = { database, now, signal: new AbortController().signal } as JobContext;
const job = createDeliverWebhooks({
  secrets,
  channels: createChannels(keys, undefined),
  post: createSafePost({ allowPrivate: true, trustedPrefix: null, timeoutMs: 2_000 }),
  retryScheduleSeconds: [600],
  timeoutMs: 2_000,
  log: () => {},
});

const rounds: { signing: number; delivering: number }[] = [];
// CPU milliseconds of one signature and one delivery: what counts where others use the cores too.
const costs: { signing: number; service: number; postgres: number; receiver: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const storeId = await makeStore(database, 0);
  const [signing, signed] = await withCpu(signingRate);
  const [delivering, used] = await withCpu(() => drainRate(storeId, EVENTS));
  rounds.push({ signing, delivering });
  const count = EVENTS * WEBHOOKS;
  costs.push({
    signing: signed.service / (signing * SECONDS),
    service: used.service / count,
    postgres: used.postgres / count,
    receiver: used.receiver / count,
  });
}
const costOf = (part: keyof (typeof costs)[number]) => median(costs.map((cost) => cost[part]));
const perDelivery = costOf('service') + costOf('postgres') + costOf('receiver');
const signing = median(rounds.map((round) => round.signing));
const delivering = median(rounds.map((round) => round.delivering));
const load = delivering / 2;
const healthy = await latencies(await makeStore(database, 0), load);
const beside = await latencies(await makeStore(database, DEAD), load);
report({
  title: 'Webhook deliveries',
  conditions: `PostgreSQL, one worker, ${WEBHOOKS} webhooks, receiver on the same machine`,
  rounds: ROUNDS,
  figures: [
    { name: 'bare RSA-2048 signatures on the same thread pool', value: signing, unit: '/s' },
    { name: 'signed deliveries', value: delivering, unit: '/s' },
    {
      name: 'of bare signing',
      value: delivering / signing,
      unit: '',
      target: { must: 'be at least', value: LEAST_OF_SIGNING },
    },
    { name: 'CPU of a bare signature', value: costOf('signing') * 1_000, unit: 'µs' },
    { name: 'CPU of a delivery: service', value: costOf('service') * 1_000, unit: 'µs' },
    { name: 'CPU of a delivery: PostgreSQL', value: costOf('postgres') * 1_000, unit: 'µs' },
    { name: 'CPU of a delivery: receiver', value: costOf('receiver') * 1_000, unit: 'µs' },
    {
      name: 'of bare signing that the CPU allows, all on the same cores',
      value: costOf('signing') / perDelivery,
      unit: '',
    },
    {
      name: 'commit to first attempt at half load, p95',
      value: healthy,
      unit: 'ms',
      target: { must: 'be at most', value: LONGEST_FIRST_ATTEMPT_MS },
    },
    { name: `p95 beside ${DEAD} of ${WEBHOOKS} dead`, value: beside, unit: 'ms' },
    {
      name: 'that beside the p95 without dead ones',
      value: beside / healthy,
      unit: '',
      target: { must: 'be at most', value: MOST_BESIDE_DEAD },
    },
  ],
  plots: [
    {
      file: 'deliver-webhooks',
      title: 'Signed deliveries a second beside bare signing',
      unit: '/s',
      bars: [
        bar('bare RSA-2048 signatures', signing),
        bar('signed deliveries: claim, sign, post, record', delivering),
        bar('deliveries that the CPU allows', (signing * costOf('signing')) / perDelivery),
      ],
      limits: [
        { name: `target: ${LEAST_OF_SIGNING} of signing`, value: signing * LEAST_OF_SIGNING },
      ],
    },
    {
      file: 'first-attempt',
      title: 'Commit to first attempt, p95',
      unit: 'ms',
      bars: [
        bar('all webhooks answer', healthy),
        bar(`healthy ones beside ${DEAD} of ${WEBHOOKS} that hang`, beside),
      ],
      limits: [{ name: 'target', value: LONGEST_FIRST_ATTEMPT_MS }],
    },
  ],
});
receiver.disconnect();
await database.close();
await source.drop();

/** CPU milliseconds that the work took in this process, in PostgreSQL and in the receiver. */
async function withCpu<T>(work: () => Promise<T>) {
  const read = async () => {
    const { user, system } = process.cpuUsage();
    const receiverCpu = await cpuMicroseconds(receiver.pid as number);
    return { service: user + system, postgres: await backendCpu(database), receiver: receiverCpu };
  };
  const before = await read();
  const result = await work();
  const after = await read();
  const used = {
    service: (after.service - before.service) / 1_000,
    postgres: cpuSince(before.postgres, after.postgres) / 1_000,
    receiver: (after.receiver - before.receiver) / 1_000,
  };
  return [result, used] as const;
}

async function makeStore(db: Database, dead: number): Promise<Id<'STO'>> {
  const id = newId('STO', now());
  await db.query(sql`delete from webhook_attempt`);
  await db.query(sql`delete from webhook_delivery`);
  await db.query(sql`
    insert into store (id, name, slug, status, created_at, updated_at)
    values (${id}, 'Bench', ${id}, 'active', ${now()}, ${now()})`);
  for (let count = 0; count < WEBHOOKS; count += 1) {
    const url = `http://127.0.0.1:${port}/${count < dead ? 'hang' : 'hook'}/${count}`;
    await db.query(sql`
      insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
      values (${newUuid(now())}, ${id}, 'http', ${url}, '{order.completed}', 'test', ${now()}, ${now()})`);
  }
  return id;
}

function emit(storeId: Id<'STO'>): Promise<void> {
  const event = {
    storeId,
    environment: 'test',
    type: 'order.completed',
    eventId: 'PAY_bench',
    data: { orderId: 'ORD_bench', amount: '29.00', note: 'x'.repeat(600) },
  } as const;
  return database.transaction((tx) => recordEvent(tx, event, now()));
}

async function signingRate(): Promise<number> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = Buffer.alloc(900, 'x');
  const until = performance.now() + SECONDS * 1_000;
  let count = 0;
  const signOn = async () => {
    while (performance.now() < until) {
      await new Promise((resolve) => sign('sha256', text, privateKey, resolve));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SIGNATURES }, signOn));
  return count / SECONDS;
}

async function drainRate(storeId: Id<'STO'>, events: number): Promise<number> {
  for (let count = 0; count < events; count += 1) await emit(storeId);
  await database.query(sql`analyze`);
  const started = performance.now();
  const attempts = await job.run(context);
  return attempts / ((performance.now() - started) / 1_000);
}

/** The 95th percentile from commit to first attempt, in milliseconds, of healthy webhooks. */
async function latencies(storeId: Id<'STO'>, perSecond: number): Promise<number> {
  const everyMs = (WEBHOOKS / perSecond) * 1_000;
  const until = performance.now() + SECONDS * 1_000;
  let emitting = true;
  const working = (async () => {
    while (emitting) {
      if ((await job.run(context)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  while (performance.now() < until) {
    const next = performance.now() + everyMs;
    await emit(storeId);
    await new Promise((resolve) => setTimeout(resolve, Math.max(next - performance.now(), 0)));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  emitting = false;
  const [row] = await database.query<{ p95: number }>(sql`
    select percentile_cont(0.95) within group (order by extract(epoch from
      coalesce(delivery.last_attempted_at, ${now()}) - event.created_at) * 1000)::float8 as p95
    from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
      join event on event.id = delivery.event_id
    where delivery.store_id = ${storeId} and webhook.url like '%/hook/%'`);
  await database.query(sql`update webhook set disabled_at = ${now()} where store_id = ${storeId}`);
  await working;
  return row?.p95 ?? Number.NaN;
}
