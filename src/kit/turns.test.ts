import { expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

it('gives each caller separate consecutive turns, and none in the past', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = createTurns();
  expect([turns('a', 10), turns('a', 30), turns('a', 10), turns('b', 10)]).toEqual([0, 10, 40, 0]);
  vi.advanceTimersByTime(25);
  expect([turns('a', 10), turns('b', 10)]).toEqual([25, 0]);
  vi.advanceTimersByTime(100);
  expect(turns('a', 10)).toBe(0);
  vi.useRealTimers();
});

it('gives no turn more than ten seconds ahead, however often a caller calls', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = createTurns();
  const given = Array.from({ length: 10_000 }, () => turns('a', 10));
  expect(given.slice(0, 1_001)).toEqual(Array.from({ length: 1_001 }, (_, nth) => 10 * nth));
  expect(new Set(given.slice(1_001))).toEqual(new Set([null]));
  vi.advanceTimersByTime(10);
  expect([turns('a', 10), turns('a', 10), turns('b', 10)]).toEqual([10_000, null, 0]);
  vi.useRealTimers();
});
