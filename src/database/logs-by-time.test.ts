import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { listLogPartitions } from '../events/log-partitions.queries.ts';
import { DAY_MS } from '../kit/period.ts';
import { type Database, raw, sql } from './database.ts';
import { migrate } from './migrate.ts';
import { openServer } from './open.ts';

/** The last migration before the log is partitioned. */
const BEFORE = 90;
const LOGS = ['event', 'webhook_delivery', 'webhook_attempt'];
const [storeId, eventId, webhookId] = [7, 8, 9].map(
  (digit) => `01900000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string];
const name = `tillgate_logs_${randomBytes(4).toString('hex')}`;

describe('a log from before it was partitioned', needs('plain-server'), () => {
  const parts = {} as { database: Database; files: unknown[] };
  const serverUrl = process.env.TEST_DATABASE_URL as string;
  const readFiles = (suffix: string) =>
    parts.database.query(sql`
      select pg_relation_filepath(log || ${suffix}::text) as path
      from unnest(${LOGS}::text[]) log`);
  beforeAll(async () => {
    await administer(serverUrl, `create database ${name}`);
    parts.database = await openServer(withDatabase(serverUrl, name), 2, 10_000);
    await migrate(parts.database, BEFORE);
    await fill(parts.database);
    parts.files = await readFiles('');
  });
  afterAll(async () => {
    await parts.database?.close();
    await administer(serverUrl, `drop database if exists ${name} with (force)`);
  });

  it('is not copied, nor scanned if an operator has validated it', async () => {
    const until = new Date(Math.ceil(Date.now() / DAY_MS + 5) * DAY_MS);
    await prepare(parts.database, until);
    await migrate(parts.database);
    expect(await readFiles('_first')).toEqual(parts.files);
    const partitions = await listLogPartitions(parts.database);
    expect(partitions).toEqual([{ suffix: 'first', from: null, until }]);
    const left = await parts.database.query(
      sql`select from pg_constraint where conname = 'before_partitions'`,
    );
    expect(left).toEqual([]);
  });

  it('can still be read, and written the way the previous release does', async () => {
    const { database } = parts;
    const later = '01900000-0000-7000-8000-0000000000aa';
    await database.query(sql`
      insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
      values (gen_random_uuid(), ${storeId}, ${eventId}, ${webhookId}, 'pending', now(), now())
      on conflict on constraint one_delivery_per_event_and_webhook do nothing`);
    await database.query(sql`
      insert into webhook_attempt (id, store_id, delivery_id, attempted_at, duration_ms)
      values (${later}, ${storeId}, ${eventId}, now(), 5)`);
    const rows = await database.query(sql`
      select delivery.status, attempt.id, attempt.tableoid::regclass::text as place
      from event join webhook_delivery delivery on delivery.event_id = event.id
      join webhook_attempt attempt on attempt.delivery_id = delivery.id order by attempt.id`);
    expect(rows).toEqual([
      { status: 'success', id: webhookId, place: 'webhook_attempt_first' },
      { status: 'success', id: later, place: 'webhook_attempt_first' },
    ]);
  });

  it('still refuses an invalid state change of a delivery', async () => {
    const move = sql`update webhook_delivery set status = 'failed' where id = ${eventId}`;
    await expect(parts.database.query(move)).rejects.toThrow(/illegal|move/i);
  });
});

/** One event, delivered. */
async function fill(database: Database): Promise<void> {
  await database.query(sql`
    insert into store (id, name, slug, status, created_at, updated_at)
    values (${storeId}, 'Before', 'before', 'active', now(), now())`);
  await database.query(sql`
    insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
    values (${webhookId}, ${storeId}, 'http', 'https://a.example', '{}', 'test', now(), now())`);
  await database.query(sql`
    insert into event (id, store_id, environment, type, event_id, body, created_at)
    values (${eventId}, ${storeId}, 'test', 'order.completed', 'PAY_1', '{}', now())`);
  await database.query(sql`
    insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
    values (${eventId}, ${storeId}, ${eventId}, ${webhookId}, 'success', now(), now())`);
  await database.query(sql`
    insert into webhook_attempt (id, store_id, delivery_id, attempted_at, duration_ms)
    values (${webhookId}, ${storeId}, ${eventId}, now(), 5)`);
}

/** What docs/decisions/0019-logs-by-time.md tells operators of a large log to do. */
async function prepare(database: Database, until: Date): Promise<void> {
  const bound = `'${until.getTime().toString(16).padStart(12, '0').padEnd(32, '0')}'::uuid`;
  await database.query(sql`alter table webhook_attempt add column event_id uuid not null
    default '00000000-0000-0000-0000-000000000000'`);
  for (const log of LOGS) {
    const key = raw(log === 'event' ? 'id' : 'event_id');
    await database.query(sql`alter table ${raw(log)}
      add constraint before_partitions check (${key} < ${raw(bound)}) not valid`);
    await database.query(sql`alter table ${raw(log)} validate constraint before_partitions`);
  }
}
