import { Counter, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { measureQueues } from './queue-metrics.ts';

const MAIL = { queue: 'mail', due: 3, oldestAgeS: 60, oldestOpenS: null };
/** Milliseconds for which a supervisor waits for the metrics of a process. */
const MAX_ANSWER_MS = 1_000;

/** Metrics over a database that answers until it is frozen: then its statements never end. */
function measureFreezable() {
  const registry = new Registry();
  let isFrozen = false;
  let nowMs = Date.now();
  const query = (() =>
    isFrozen ? new Promise(() => {}) : Promise.resolve([MAIL])) as Database['query'];
  measureQueues(registry, { query }, () => new Date(nowMs));
  const freeze = () => {
    isFrozen = true;
    // Beyond the time for which a reading is reused.
    nowMs += 60_000;
  };
  return { registry, freeze };
}

describe('a database that never answers', () => {
  it('does not hold up other metrics', async () => {
    const { registry, freeze } = measureFreezable();
    new Counter({ name: 'requests', help: 'Requests.', registers: [registry] }).inc(5);
    freeze();
    const startedAt = performance.now();
    expect(await registry.metrics()).toContain('requests 5');
    expect(performance.now() - startedAt).toBeLessThan(MAX_ANSWER_MS);
  });

  it('counts as down, without the figures of before', async () => {
    const { registry, freeze } = measureFreezable();
    const before = await registry.metrics();
    expect(before).toContain('tillgate_database_up 1');
    expect(before).toContain('tillgate_queue_due{queue="mail"} 3');
    freeze();
    const after = await registry.metrics();
    expect(after).toContain('tillgate_database_up 0');
    expect(after).not.toContain('tillgate_queue_due{');
    expect(after).not.toContain('tillgate_queue_oldest_due_age_seconds{');
  });
});
