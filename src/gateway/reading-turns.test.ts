import { setImmediate as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type Id, newUuid } from '../kit/id.ts';
import { createReadingTurns, type Reader } from './reading-turns.ts';

const idOf = <P extends 'STO' | 'MER'>(_prefix: P) => newUuid(new Date()) as Id<P>;
const visitor = (): Reader['caller'] => ({
  kind: 'slug',
  storeId: idOf('STO'),
  environment: 'test',
});
const keyOf = (merchantId: Id<'MER'>): Reader['caller'] => ({
  ...{ kind: 'apiKey', merchantId, storeIds: [], keyId: newUuid(new Date()), environment: 'test' },
});
/** A network of its own. */
const address = (nth: number) => `192.0.2.${nth}`;

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

describe('createReadingTurns', () => {
  it('runs two concurrent large queries of a store, and half of the maximum in total', async () => {
    const turns = createReadingTurns({ connections: 6, maxWaitMs: 1_000 });
    const work = createWork();
    const one = visitor();
    const calls = [one, one, one, visitor(), visitor()].map((caller, nth) =>
      turns.run({ caller, address: address(nth) }, true, work.statement),
    );
    await pause();
    expect(work.started()).toBe(3);
    const small = turns.run({ caller: one, address: address(9) }, false, work.statement);
    await pause();
    expect(work.started()).toBe(4);
    await work.end();
    await work.end();
    await Promise.all([...calls, small]);
  });

  it('leaves a connection to others, however many small queries one merchant sends', async () => {
    const turns = createReadingTurns({ connections: 4, maxWaitMs: 1_000 });
    const work = createWork();
    const merchantId = idOf('MER');
    const calls = Array.from({ length: 5 }, (_, nth) =>
      turns.run({ caller: keyOf(merchantId), address: address(nth) }, false, work.statement),
    );
    await pause();
    expect(work.started()).toBe(3);
    const other = turns.run(
      { caller: keyOf(idOf('MER')), address: address(9) },
      false,
      work.statement,
    );
    await pause();
    expect(work.started()).toBe(4);
    for (let round = 0; round < 3; round += 1) await work.end();
    await Promise.all([...calls, other]);
  });

  it('runs two concurrent large queries of a visitor’s network, whatever the store', async () => {
    const turns = createReadingTurns({ connections: 20, maxWaitMs: 1_000 });
    const work = createWork();
    const calls = Array.from({ length: 6 }, (_, nth) => {
      const from = { caller: visitor(), address: `2001:db8:1:1::${nth}` };
      return turns.run(from, true, work.statement);
    });
    await pause();
    expect(work.started()).toBe(2);
    for (let round = 0; round < 3; round += 1) await work.end();
    await Promise.all(calls);
  });

  it('gives each merchant a turn, however many keys another one uses', async () => {
    const turns = createReadingTurns({ connections: 3, maxWaitMs: 1_000 });
    const order: string[] = [];
    const work = createWork();
    const run = (name: string, caller: Reader['caller'], isLarge: boolean) =>
      turns.run({ caller, address: address(1) }, isLarge, async () => {
        order.push(name);
        await work.statement();
      });
    const [many, one] = [idOf('MER'), idOf('MER')];
    const calls = [
      ...Array.from({ length: 5 }, (_, nth) => run(`many ${nth}`, keyOf(many), false)),
      run('one 0', keyOf(one), false),
      run('one 1', keyOf(one), false),
    ];
    await pause();
    await work.end();
    expect(order).toEqual(['many 0', 'many 1', 'one 0', 'many 2', 'one 1', 'many 3']);
    await work.end();
    await work.end();
    await Promise.all(calls);
  });

  it('refuses a large query if it would have to wait for long', async () => {
    const turns = createReadingTurns({ connections: 6, maxWaitMs: 1_000 });
    const work = createWork();
    const from = { caller: visitor(), address: address(1) };
    const calls = Array.from({ length: 22 }, () => turns.run(from, true, work.statement));
    const refusal = { name: 'BusyError', retryAfterS: 1 };
    await expect(turns.run(from, true, work.statement)).rejects.toMatchObject(refusal);
    for (let round = 0; round < 11; round += 1) await work.end();
    await Promise.all(calls);
    const later = turns.run(from, true, work.statement);
    await pause();
    await work.end();
    await later;
  });

  it('lets it wait 3 seconds in all, however many turns it waits for', async () => {
    vi.useFakeTimers();
    try {
      const turns = createReadingTurns({ connections: 6, maxWaitMs: 60_000 });
      const work = createWork();
      const own = { caller: keyOf(idOf('MER')), address: address(1) };
      const first = [own, own].map((from) => turns.run(from, true, work.statement));
      // Waits for its key's two places, and then for those of all large queries.
      let outcome = 'waits';
      turns.run(own, true, work.statement).catch(({ name }) => {
        outcome = name;
      });
      for (const nth of [2, 3, 4]) {
        const from = { caller: visitor(), address: address(nth) };
        void turns.run(from, true, () => new Promise<void>(() => {}));
      }
      await vi.advanceTimersByTimeAsync(2_000);
      await work.end();
      await Promise.all(first);
      await vi.advanceTimersByTimeAsync(900);
      expect(outcome).toBe('waits');
      await vi.advanceTimersByTimeAsync(200);
      expect(outcome).toBe('BusyError');
    } finally {
      vi.useRealTimers();
    }
  });
});
