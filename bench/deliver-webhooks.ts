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
import { judged, median, printTable } from './support/report.ts';
import { cpuMicroseconds, createDatabase } from './support/service.ts';

const WEBHOOKS = 50;
const DEAD = 5;
const CONCURRENT_SIGNATURES = 16;
const SECONDS = 3;
const EVENTS = 80;
const ROUNDS = 3;

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
printTable('Webhook deliveries (PostgreSQL)', [
  ['bare signatures a second', signing.toFixed(0)],
  ['signed deliveries a second', delivering.toFixed(0)],
  ['ratio', judged(delivering / signing, '0.8', delivering / signing >= 0.8)],
  ['CPU of a bare signature', `${costOf('signing').toFixed(3)} ms`],
  [
    'CPU of a delivery: service, PostgreSQL, receiver',
    `${costOf('service').toFixed(3)} + ${costOf('postgres').toFixed(3)} + ${costOf('receiver').toFixed(3)} ms`,
  ],
  ['bound by CPU alone, all on the same cores', (costOf('signing') / perDelivery).toFixed(2)],
  ['commit to first attempt at half load, p95', `${healthy.toFixed(0)} ms (target 250 ms)`],
  [`p95 beside ${DEAD} of ${WEBHOOKS} dead`, `${beside.toFixed(0)} ms`],
  ['ratio', judged(beside / healthy, 'under 2', beside / healthy < 2)],
]);
receiver.disconnect();
await database.close();
await source.drop();

/** CPU milliseconds that the work took in this process, in PostgreSQL and in the receiver. */
async function withCpu<T>(work: () => Promise<T>) {
  const read = async () => {
    const backends = await database.query<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database()`,
    );
    const used = await Promise.all(
      backends.map(({ pid }) => cpuMicroseconds(pid).then((micros) => [pid, micros] as const)),
    );
    const { user, system } = process.cpuUsage();
    const receiverCpu = await cpuMicroseconds(receiver.pid as number);
    return { service: user + system, postgres: new Map(used), receiver: receiverCpu };
  };
  const before = await read();
  const result = await work();
  const after = await read();
  let postgres = 0;
  for (const [pid, micros] of after.postgres) postgres += micros - (before.postgres.get(pid) ?? 0);
  const used = {
    service: (after.service - before.service) / 1_000,
    postgres: postgres / 1_000,
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
