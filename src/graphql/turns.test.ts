import { setImmediate as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Id, newUuid } from '../kit/id.ts';
import { createLine } from './line.ts';
import type { ReadingCaller } from './scope.ts';
import { createTurns } from './turns.ts';

const idOf = <P extends 'STO' | 'MER'>(_prefix: P) => newUuid(new Date()) as Id<P>;
const visitor = (): ReadingCaller => ({
  kind: 'slug',
  storeId: idOf('STO'),
  environment: 'test',
});

/** Statements that end on demand; counts the running ones. */
function createWork() {
  const ends: (() => void)[] = [];
  return {
    started: () => ends.length,
    statement: () => new Promise<void>((resolve) => ends.push(resolve)),
    end: async () => {
      for (const end of ends.splice(0)) end();
      await pause();
    },
  };
}

describe('createTurns', () => {
  it('runs two concurrent large queries of a store, and half of the maximum in total', async () => {
    const turns = createTurns({ connections: 6, maxWaitMs: 1_000 });
    const work = createWork();
    const one = visitor();
    const calls = [one, one, one, visitor(), visitor()].map((caller) =>
      turns.run(caller, true, work.statement),
    );
    await pause();
    expect(work.started()).toBe(3);
    const small = turns.run(one, false, work.statement);
    await pause();
    expect(work.started()).toBe(4);
    await work.end();
    await work.end();
    await Promise.all([...calls, small]);
  });

  it('refuses a large query with 429 if it would have to wait for long', async () => {
    const turns = createTurns({ connections: 6, maxWaitMs: 1_000 });
    const work = createWork();
    const caller = visitor();
    const calls = Array.from({ length: 22 }, () => turns.run(caller, true, work.statement));
    const refusal = { status: 429, headers: { 'retry-after': '1' } };
    await expect(turns.run(caller, true, work.statement)).rejects.toMatchObject(refusal);
    for (let round = 0; round < 11; round += 1) await work.end();
    await Promise.all(calls);
    const later = turns.run(caller, true, work.statement);
    await pause();
    await work.end();
    await later;
  });
});

describe('createLine', () => {
  const refuse = () => new Error('too far away');

  it('lets no task wait too long, and continues', async () => {
    const line = createLine({ places: 1, maxWaiting: 5, maxWaitMs: 20, refuse });
    const work = createWork();
    const first = line.run(work.statement);
    await expect(line.run(work.statement)).rejects.toThrow('too far away');
    await pause();
    await work.end();
    await first;
    expect(line.isIdle).toBe(true);
    await line.run(async () => {});
  });

  it('continues after a task that throws', async () => {
    const line = createLine({ places: 1, maxWaiting: 5, maxWaitMs: 1_000, refuse });
    const failing = line.run(() => Promise.reject(new Error('broken')));
    const next = line.run(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
