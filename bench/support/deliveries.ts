import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { JobContext } from '../../src/contract/job.ts';
import { type Database, sql } from '../../src/database/database.ts';
import { createChannels } from '../../src/delivery/channels/channels.ts';
import { createDeliverWebhooks } from '../../src/delivery/deliver-webhooks.job.ts';
import { createSafePost } from '../../src/delivery/safe-post.ts';
import { recordEvent } from '../../src/events/record-event.ts';
import { createWebhookKeys } from '../../src/events/webhook-keys.ts';
import { type Id, newId, newUuid } from '../../src/kit/id.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createDatabase, openMigrated } from './bench-database.ts';

/** Webhooks per store: each event goes to all of them. */
export const WEBHOOKS = 50;
const TIMEOUT_MS = 2_000;

/** The delivery job in this process, with its own database and a receiver in another process. */
export interface Deliveries {
  readonly database: Database;
  readonly receiverPid: number;
  readonly receiverUrl: string;
  /** Delivers everything that is due; returns the number of attempts. */
  run(): Promise<number>;
  /** A new store with its webhooks, the given number of which never answer. */
  makeStore(dead: number): Promise<Id<'STO'>>;
  emit(storeId: Id<'STO'>): Promise<void>;
  stop(): Promise<void>;
}

const now = () => new Date();

export async function setUpDeliveries(): Promise<Deliveries> {
  const source = await createDatabase();
  const { database } = await openMigrated(source.url, 10, 60_000);
  const receiver = fork(join(import.meta.dirname, 'receiver.mjs'));
  const port = await new Promise((resolve) => receiver.once('message', resolve));
  const receiverUrl = `http://127.0.0.1:${port}`;
  const secrets = createSecrets('a secret key for benchmarks, long enough');
  const keys = createWebhookKeys(database, secrets, now);
  await keys.publicKeys();
  const context = { database, now, signal: new AbortController().signal } as JobContext;
  const job = createDeliverWebhooks({
    secrets,
    channels: createChannels(keys, ''),
    post: createSafePost({ allowPrivate: true, trustedPrefix: null, timeoutMs: TIMEOUT_MS }),
    retryScheduleSeconds: [600],
    timeoutMs: TIMEOUT_MS,
    log: () => {},
  });
  return {
    database,
    receiverPid: receiver.pid as number,
    receiverUrl,
    run: () => job.run(context),
    makeStore: (dead) => makeStore(database, receiverUrl, dead),
    emit: (storeId) => emit(database, storeId),
    stop: async () => {
      receiver.disconnect();
      await database.close();
      await source.drop();
    },
  };
}

async function makeStore(db: Database, receiverUrl: string, dead: number): Promise<Id<'STO'>> {
  const id = newId('STO', now());
  await db.query(sql`delete from webhook_attempt`);
  await db.query(sql`delete from webhook_delivery`);
  await db.query(sql`
    insert into store (id, name, slug, status, created_at, updated_at)
    values (${id}, 'Bench', ${id}, 'active', ${now()}, ${now()})`);
  for (let count = 0; count < WEBHOOKS; count += 1) {
    const url = `${receiverUrl}/${count < dead ? 'hang' : 'hook'}/${count}`;
    await db.query(sql`
      insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
      values (${newUuid(now())}, ${id}, 'http', ${url}, '{order.completed}', 'test', ${now()}, ${now()})`);
  }
  return id;
}

function emit(db: Database, storeId: Id<'STO'>): Promise<void> {
  const event = {
    storeId,
    environment: 'test',
    type: 'order.completed',
    eventId: 'PAY_bench',
    data: { orderId: 'ORD_bench', amount: '29.00', note: 'x'.repeat(600) },
  } as const;
  return db.transaction((tx) => recordEvent(tx, event, now()));
}
