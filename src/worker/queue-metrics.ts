import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { type QueueState, readQueues } from './queue.queries.ts';

/** Rows counted in one queue: more of them are no longer told apart. */
const MAX_COUNTED = 10_000;
/** Milliseconds for which what was read is told again, so that nobody makes load by asking. */
const REMEMBERED_MS = 5_000;

/** Shows what is due and for how long, from the database, whenever the metrics are asked for. */
export function measureQueues(
  registry: Registry,
  database: Pick<Database, 'query'>,
  now: () => Date,
): void {
  const up: Gauge = new Gauge({
    name: 'tillgate_database_up',
    help: '1 while the database answers, else 0.',
    aggregator: 'min',
    registers: [registry],
    collect: async () => up.set((await read()) === null ? 0 : 1),
  });
  gaugeOf('tillgate_queue_due', 'Rows that are due and that nobody works on.', 'due');
  gaugeOf('tillgate_queue_oldest_due_age_seconds', 'Since when the oldest is due.', 'oldestAgeS');

  function gaugeOf(name: string, help: string, field: 'due' | 'oldestAgeS'): void {
    const gauge: Gauge<'queue'> = new Gauge({
      ...{ name, help, labelNames: ['queue'] as const, registers: [registry] },
      // Every process reads the same queues.
      aggregator: 'max',
      collect: async () => {
        const states = await read();
        // Nothing is known without the database: better no figure than an old one.
        gauge.reset();
        for (const state of states ?? []) gauge.set({ queue: state.queue }, state[field]);
      },
    });
  }

  let reading: Promise<readonly QueueState[] | null> | null = null;
  let readAtMs = 0;
  function read(): Promise<readonly QueueState[] | null> {
    const nowMs = now().getTime();
    if (reading === null || Math.abs(nowMs - readAtMs) > REMEMBERED_MS) {
      readAtMs = nowMs;
      reading = readQueues(database, now(), MAX_COUNTED).catch(() => null);
    }
    return reading;
  }
}
