// How much a million delivered rows in the log slow down claiming: the same claims from an empty
// log and from a long one.

import { type Database, sql } from '../src/database/database.ts';
import { recordAttempts } from '../src/events/attempt.queries.ts';
import { claimDueDeliveries } from '../src/events/delivery.queries.ts';
import { type Id, newId, newUuid } from '../src/kit/id.ts';
import { createDatabase, openMigrated } from './support/bench-database.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';

const LOG_ROWS = Number(process.env.BENCH_LOG_ROWS ?? scaled(1_000_000, 50_000));
const WEBHOOKS = 50;
const DUE = 2_000;
const CLAIMS = scaled(60, 20);
const ROUNDS = scaled(3, 1);
/** Target: a long log may slow claims by less than this. */
const MAX_RATIO = 1.3;
const STATEMENT_MS = 600_000;

const now = new Date();
interface Log {
  readonly database: Database;
  readonly storeId: Id<'STO'>;
  /** Milliseconds per claim. */
  readonly times: number[];
  drop(): Promise<void>;
}

/** Event and delivery ids are in time order, as the service generates them. */
let eventMs = now.getTime();
const empty = await makeLog();
const long = await makeLog();
await insertDeliveries(long, LOG_ROWS / WEBHOOKS, 'success');
// Alternating, so that other load on the machine affects both equally.
for (let round = 0; round < ROUNDS; round += 1) {
  for (const log of [empty, long]) await insertDeliveries(log, DUE / WEBHOOKS, 'pending');
  for (const { database } of [empty, long]) await database.query(sql`vacuum analyze`);
  for (let count = 0; count < CLAIMS; count += 1) {
    for (const log of [empty, long]) log.times.push(await timeClaim(log));
  }
  for (const { database } of [empty, long]) {
    await database.query(sql`
      update webhook_delivery set status = 'failed', leased_until = null where status = 'pending'`);
  }
}
const [short, lengthy] = [median(empty.times), median(long.times)];
report({
  title: 'Claiming due deliveries from a long log',
  conditions: `PostgreSQL, batches of 100, ${CLAIMS * ROUNDS} claims each, in turns`,
  rounds: ROUNDS,
  figures: [
    { name: 'claim from an empty log', value: short, unit: 'ms' },
    {
      name: `claim from a log of ${LOG_ROWS.toLocaleString('en-US')} deliveries`,
      value: lengthy,
      unit: 'ms',
    },
    {
      name: 'the long beside the empty',
      value: lengthy / short,
      unit: '',
      target: { must: 'be at most', value: MAX_RATIO },
    },
  ],
  plots: [
    {
      file: 'claim-from-long-log',
      title: 'A claim of 100 due deliveries, median',
      unit: 'ms',
      bars: [
        bar('from an empty log', short),
        bar(`from a log of ${LOG_ROWS.toLocaleString('en-US')} deliveries`, lengthy),
      ],
      limits: [{ name: `target: ${MAX_RATIO} times the empty`, value: short * MAX_RATIO }],
    },
  ],
});
for (const log of [empty, long]) await log.drop();

async function makeLog(): Promise<Log> {
  const source = await createDatabase();
  const { database } = await openMigrated(source.url, 2, STATEMENT_MS);
  const drop = async () => {
    await database.close();
    await source.drop();
  };
  return { database, storeId: await makeStore(database), times: [], drop };
}

async function makeStore(db: Database): Promise<Id<'STO'>> {
  const id = newId('STO', now);
  await db.query(sql`
    insert into store (id, name, slug, status, created_at, updated_at)
    values (${id}, 'Bench', ${id}, 'active', ${now}, ${now})`);
  for (let count = 0; count < WEBHOOKS; count += 1) {
    await db.query(sql`
      insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
      values (${newUuid(now)}, ${id}, 'http', 'http://127.0.0.1/', '{order.completed}', 'test',
        ${now}, ${now})`);
  }
  return id;
}

/** Milliseconds per claim. Part of each claim is then recorded; the rest is released. */
async function timeClaim({ database, storeId }: Log): Promise<number> {
  const limits = { all: 100, failing: 32, perWebhook: 4, perChannel: {} };
  const leasedUntil = new Date(now.getTime() + 30_000);
  const started = performance.now();
  const claimed = await claimDueDeliveries(database, storeId, limits, now, leasedUntil);
  const ms = performance.now() - started;
  const records = claimed.slice(0, 30).map((delivery) => ({
    ...{
      storeId,
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      leasedUntil,
      attemptId: newUuid(now),
      status: 'success' as const,
    },
    ...{ dueAt: now, attemptedAt: now, durationMs: 5, httpStatus: 200, responseBody: 'ok' },
    ...{ failure: null, isGone: false, pacedUntil: null },
  }));
  if (records.length > 0) await recordAttempts(database, storeId, records);
  await database.query(sql`
    update webhook_delivery set leased_until = null where leased_until is not null`);
  return ms;
}

/** One delivery of each new event to every webhook. */
async function insertDeliveries(
  { database, storeId }: Log,
  events: number,
  status: 'pending' | 'success',
): Promise<void> {
  const attempts = status === 'pending' ? 0 : 1;
  eventMs += 60_000;
  await database.query(sql`
    with made as (
      insert into event (id, store_id, environment, type, event_id, body, created_at)
      select (lpad(to_hex(${eventMs}::bigint + number), 12, '0') || '7'
          || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, ${storeId}, 'test', 'order.completed', 'PAY_1', repeat('x', 900),
        ${now} from generate_series(1, ${events}::int) number
      returning id
    )
    insert into webhook_delivery (id, store_id, event_id, webhook_id, status, attempt_count, due_at,
      created_at)
    select (substr(made.id::text, 1, 15) || substr(gen_random_uuid()::text, 16))::uuid,
      ${storeId}, made.id, webhook.id, ${status}, ${attempts}::int, ${now},
      ${now}
    from made cross join webhook`);
}
