import { describe, expect, it } from 'vitest';
import { countInTurns, createStoreLine, workInTurns } from './store-turns.ts';

const context = { signal: new AbortController().signal };

/** Queues by store, and the order of claims. */
function queuesOf(rows: Readonly<Record<string, number>>) {
  const left = new Map(Object.entries(rows));
  const claimed: string[] = [];
  const claim = async (store: string, most: number) => {
    const count = Math.min(most, left.get(store) ?? 0);
    left.set(store, (left.get(store) ?? 0) - count);
    claimed.push(...Array.from({ length: count }, () => store));
    return Array.from({ length: count }, () => store);
  };
  return { left, claimed, claim };
}

describe('a line of stores', () => {
  it('lets a large store delay others by only one quantum, whatever its size', async () => {
    const { claim } = queuesOf({ large: 1_000, small: 1, other: 3 });
    const line = createStoreLine(4, claim);
    line.add('large', 'small', 'other');
    expect(await line.claim(9)).toEqual([
      ...['large', 'large', 'large', 'large', 'small', 'other', 'other', 'other', 'large'],
    ]);
  });

  it('gives a single store everything requested, and drops a store without more rows', async () => {
    const { claim } = queuesOf({ large: 10, empty: 0 });
    const line = createStoreLine(4, claim);
    line.add('empty', 'large', 'large');
    expect(await line.claim(8)).toHaveLength(8);
    expect(await line.claim(8)).toHaveLength(2);
    const before = line.turns;
    expect(await line.claim(8)).toEqual([]);
    expect(line.turns).toBe(before);
  });
});

describe('a round', () => {
  it('gives every store a turn, however many rows the first one has', async () => {
    const stores = Array.from({ length: 50 }, (_, index) => `store ${index}`);
    const rows = Object.fromEntries(stores.map((store) => [store, 1]));
    const { left, claim } = queuesOf({ large: 1_000_000, ...rows });
    const batches: number[] = [];
    await workInTurns(context, {
      find: async () => ['large', ...stores],
      claim,
      work: async (batch) => batches.push(batch.length),
      batch: 10,
    });
    expect(stores.filter((store) => left.get(store) !== 0)).toEqual([]);
    expect(Math.max(...batches)).toBe(10);
  });

  it('continues with all other stores when one fails, then throws its error', async () => {
    const { left, claim } = queuesOf({ broken: 2, sound: 2 });
    const round = workInTurns(context, {
      find: async () => ['broken', 'sound'],
      claim,
      work: async ([store]) => {
        if (store === 'broken') throw new Error('No provider');
      },
      batch: 2,
    });
    await expect(round).rejects.toThrow('No provider');
    expect(left.get('sound')).toBe(0);
  });

  it('continues when one store’s claim fails, then throws its error', async () => {
    const { left, claim } = queuesOf({ broken: 2, sound: 2, other: 2 });
    const fragile = async (store: string, most: number) => {
      if (store === 'broken') throw new Error('Too slow');
      return claim(store, most);
    };
    const find = async () => ['sound', 'broken', 'other'];
    const round = workInTurns(context, { find, claim: fragile, work: async () => {}, batch: 10 });
    await expect(round).rejects.toThrow('Too slow');
    expect([left.get('sound'), left.get('other')]).toEqual([0, 0]);
    const counted = queuesOf({ broken: 2, sound: 2, other: 2 });
    const count = async (store: string, most: number) => {
      if (store === 'broken') throw new Error('Too slow');
      return (await counted.claim(store, most)).length;
    };
    await expect(countInTurns(context, find, count, 10)).rejects.toThrow('Too slow');
    expect([counted.left.get('sound'), counted.left.get('other')]).toEqual([0, 0]);
  });

  it('counts in turns: a store with more rows goes to the end of the line', async () => {
    const { claimed, claim } = queuesOf({ large: 5, small: 1 });
    const count = async (store: string, most: number) => (await claim(store, most)).length;
    expect(await countInTurns(context, async () => ['large', 'small'], count, 2)).toBe(6);
    expect(claimed).toEqual(['large', 'large', 'small', 'large', 'large', 'large']);
  });

  it('starts nothing once the process stops', async () => {
    const { claimed, claim } = queuesOf({ large: 5 });
    const stopped = { signal: AbortSignal.abort() };
    const find = async () => ['large'];
    await workInTurns(stopped, { find, claim, work: async () => {}, batch: 2 });
    await countInTurns(stopped, find, async (store, most) => (await claim(store, most)).length, 2);
    expect(claimed).toEqual([]);
  });
});
