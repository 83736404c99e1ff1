import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { type QueueState, readQueues } from './queue.queries.ts';

/** Maximum rows counted in one queue. */
const MAX_COUNTED = 10_000;
/** Cache lifetime in milliseconds, so that frequent scrapes don't load the database. */
const REMEMBERED_MS = 5_000;
/**
 * Milliseconds for the database to answer. All metrics of a process wait for it, and a supervisor
 * waits a second for them.
 */
const MAX_READ_MS = 500;

type Figure = 'due' | 'oldestAgeS' | 'oldestOpenS';

/** Reports how much is due and for how long, from the database, when metrics are scraped. */
export function measureQueues(
  registry: Registry,
  database: Pick<Database, 'query'>,
  now: () => Date,
): void {
  const up: Gauge = new Gauge({
    name: 'tillgate_database_up',
    help: '1 while the database answers within half a second, otherwise 0.',
    aggregator: 'min',
    registers: [registry],
    collect: async () => up.set((await read()) === null ? 0 : 1),
  });
  gaugeOf('tillgate_queue_due', 'Due rows that no worker has leased.', 'due');
  gaugeOf('tillgate_queue_oldest_due_age_seconds', 'Age of the oldest due row.', 'oldestAgeS');
  gaugeOf(
    'tillgate_queue_oldest_open_age_seconds',
    'Time for which the oldest payment and refund without an outcome have been open.',
    'oldestOpenS',
  );

  function gaugeOf(name: string, help: string, field: Figure): void {
    const gauge: Gauge<'queue'> = new Gauge({
      ...{ name, help, labelNames: ['queue'] as const, registers: [registry] },
      // Every process reads the same queues.
      aggregator: 'max',
      collect: async () => {
        const states = await read();
        // Without the database nothing is known: no figure is better than an old one.
        gauge.reset();
        for (const { queue, [field]: figure } of states ?? []) {
          if (figure !== null) gauge.set({ queue }, figure);
        }
      },
    });
  }

  let reading: Promise<readonly QueueState[] | null> | null = null;
  let readAtMs = 0;
  function read(): Promise<readonly QueueState[] | null> {
    const nowMs = now().getTime();
    if (reading === null || Math.abs(nowMs - readAtMs) > REMEMBERED_MS) {
      readAtMs = nowMs;
      const queues = readQueues(database, now(), MAX_COUNTED).catch(() => null);
      reading = Promise.race([queues, pause(MAX_READ_MS, null, { ref: false })]);
    }
    return reading;
  }
}
