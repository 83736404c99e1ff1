import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { measureQueues } from './queue-metrics.ts';

const MAIL = { queue: 'mail', due: 3, oldestAgeS: 60, oldestOpenS: null };
/** Milliseconds for which a supervisor waits for the metrics of a process. */
const MAX_ANSWER_MS = 1_000;
/** Milliseconds after which the database is read again, and until figures are too old to report. */
const NEXT_READ_MS = 6_000;
const TOO_OLD_MS = 31_000;

interface Read {
  readonly answer: (rows: object[]) => void;
  readonly fail: (error: Error) => void;
}

/** Metrics over a database whose reads end when the test says so. */
function measureByHand() {
  const registry = new Registry();
  const reads: Read[] = [];
  let nowMs = Date.now();
  const query = (() =>
    new Promise<object[]>((answer, fail) => reads.push({ answer, fail }))) as Database['query'];
  measureQueues(registry, { query }, () => new Date(nowMs));
  const wait = (ms: number) => {
    nowMs += ms;
  };
  const answerFirst = async () => {
    const scrape = registry.metrics();
    reads[0]?.answer([MAIL]);
    return scrape;
  };
  return { registry, reads, wait, answerFirst };
}

describe('queues', () => {
  it('are read once by scrapes shortly after each other', async () => {
    const { registry, reads, wait, answerFirst } = measureByHand();
    const first = await answerFirst();
    expect(first).toContain('tillgate_database_up 1');
    expect(first).toContain('tillgate_queue_due{queue="mail"} 3');
    wait(1_000);
    expect(await registry.metrics()).toBe(first);
    expect(reads).toHaveLength(1);
  });

  it('do not hold up other metrics while the database does not answer', async () => {
    const { registry } = measureByHand();
    new Counter({ name: 'requests', help: 'Requests.', registers: [registry] }).inc(5);
    // Compared with another timer: on a busy machine, both are late.
    const tooLate = pause(MAX_ANSWER_MS, 'too late', { ref: false });
    const text = await Promise.race([registry.metrics(), tooLate]);
    expect(text).toContain('requests 5');
    expect(text).toContain('tillgate_database_up 0');
  });

  it('keep their figures during a slow read, and get its own once it ends', async () => {
    const { registry, reads, wait, answerFirst } = measureByHand();
    const before = await answerFirst();
    wait(NEXT_READ_MS);
    expect(await registry.metrics()).toBe(before);
    expect(await registry.metrics()).toBe(before);
    expect(reads).toHaveLength(2);
    reads[1]?.answer([{ ...MAIL, due: 4 }]);
    const after = await registry.metrics();
    expect(after).toContain('tillgate_database_up 1');
    expect(after).toContain('tillgate_queue_due{queue="mail"} 4');
    expect(reads).toHaveLength(2);
  });

  it('have no figures, and the database counts as down, when a read takes too long', async () => {
    const { registry, reads, wait, answerFirst } = measureByHand();
    await answerFirst();
    wait(NEXT_READ_MS);
    await registry.metrics();
    wait(TOO_OLD_MS - NEXT_READ_MS);
    expectDown(await registry.metrics());
    expect(reads).toHaveLength(2);
  });

  it('have no figures, and the database counts as down, when a read fails', async () => {
    const { registry, reads, wait, answerFirst } = measureByHand();
    await answerFirst();
    wait(NEXT_READ_MS);
    const scrape = registry.metrics();
    reads[1]?.fail(new Error('The database is gone'));
    expectDown(await scrape);
  });
});

function expectDown(text: string): void {
  expect(text).toContain('tillgate_database_up 0');
  expect(text).not.toContain('tillgate_queue_due{');
  expect(text).not.toContain('tillgate_queue_oldest_due_age_seconds{');
}
