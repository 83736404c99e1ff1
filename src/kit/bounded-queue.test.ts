import { describe, expect, it } from 'vitest';
import { type BoundedQueueOptions, BusyError, createBoundedQueue } from './bounded-queue.ts';

/** A queue whose works end when they are let go, and what became of each. */
function makeQueue(waiting: number, more: Partial<BoundedQueueOptions> = {}) {
  const run = createBoundedQueue({ running: 1, waiting, retryAfterS: 5, ...more });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  const send = (name: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    run(work, name.charAt(0)).catch((error) => {
      expect(error).toBeInstanceOf(BusyError);
      refused.push(name);
    });
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endAll = async () => {
    await settle();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { send, endAll, begun, refused };
}

describe('a bounded queue', () => {
  it('runs one caller’s tasks in order, and refuses those beyond the limit', async () => {
    const { send, endAll, begun, refused } = makeQueue(2);
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    expect(refused).toEqual(['a4']);
  });

  it('rotates among callers', async () => {
    const { send, endAll, begun } = makeQueue(8);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) send(name);
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('leaves a place to others, whatever one caller starts', async () => {
    const { send, endAll, begun } = makeQueue(8, { running: 3, ofOne: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['a1', 'a2']);
    send('b1');
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('admits a caller even if another has filled it', async () => {
    const { send, endAll, begun, refused } = makeQueue(4);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1', 'e1']) send(name);
    await endAll();
    expect(refused.sort()).toEqual(['a3', 'a4', 'a5', 'e1']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
  });

  it('lets no task wait longer than allowed, and continues', async () => {
    const run = createBoundedQueue({ running: 1, waiting: 5, retryAfterS: 5, maxWaitMs: 20 });
    let end = () => {};
    const first = run(() => new Promise<void>((resolve) => (end = resolve)), 'a');
    await expect(run(async () => 'second', 'a')).rejects.toThrow(BusyError);
    end();
    await first;
    expect(await run(async () => 'third', 'b')).toBe('third');
  });

  it('continues after a task that throws', async () => {
    const run = createBoundedQueue({ running: 1, waiting: 5, retryAfterS: 5 });
    const failing = run(() => Promise.reject(new Error('broken')));
    const next = run(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('is free again when all tasks have ended', async () => {
    const { send, endAll, begun, refused } = makeQueue(1);
    for (const name of ['a1', 'a2', 'b1']) send(name);
    await endAll();
    for (const name of ['a3', 'a4']) send(name);
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(refused).toEqual(['b1']);
  });
});
