import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { type QueueState, readQueues } from './queue.queries.ts';

/** Maximum rows counted in one queue. */
const MAX_COUNTED = 10_000;
/** Cache lifetime in milliseconds, so that frequent scrapes don't load the database. */
const REMEMBERED_MS = 5_000;
/**
 * Maximum milliseconds to wait for a reading. All metrics of a process wait for it, and a supervisor
 * waits a second for them.
 */
const MAX_WAIT_MS = 500;
/** Maximum age in milliseconds of a reading that is reported while the next one takes longer. */
const MAX_AGE_MS = 30_000;

type Figure = 'due' | 'oldestAgeS' | 'oldestOpenS';

/** Reports how much is due and for how long, from the database, when metrics are scraped. */
export function measureQueues(
  registry: Registry,
  database: Pick<Database, 'query'>,
  now: () => Date,
): void {
  const read = createReader(database, now);
  const up: Gauge = new Gauge({
    name: 'tillgate_database_up',
    help: '1 while the queues can be read from the database, otherwise 0.',
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
        // No figure is better than one that may be wrong by now.
        gauge.reset();
        for (const { queue, [field]: figure } of states ?? []) {
          if (figure !== null) gauge.set({ queue }, figure);
        }
      },
    });
  }
}

/** An attempt to read the queues that has ended. */
interface Reading {
  /** Null if it failed. */
  readonly states: readonly QueueState[] | null;
  readonly endedAtMs: number;
}

/**
 * Reads the queues, once for everyone who asks within a few seconds. A reading that takes longer than
 * a scrape can wait serves the next one. Gives null if the last reading failed or is too old.
 */
function createReader(database: Pick<Database, 'query'>, now: () => Date) {
  let last: Reading | null = null;
  let reading: Promise<void> | null = null;
  const lastWithin = (maxMs: number) =>
    last !== null && Math.abs(now().getTime() - last.endedAtMs) <= maxMs ? last : null;
  const start = async () => {
    const states = await readQueues(database, now(), MAX_COUNTED).catch(() => null);
    last = { states, endedAtMs: now().getTime() };
    reading = null;
  };
  return async (): Promise<readonly QueueState[] | null> => {
    if (lastWithin(REMEMBERED_MS) === null) reading ??= start();
    if (reading !== null) await Promise.race([reading, pause(MAX_WAIT_MS, null, { ref: false })]);
    return lastWithin(MAX_AGE_MS)?.states ?? null;
  };
}
