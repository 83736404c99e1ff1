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

it('lets no caller owe more than ten seconds, however often it calls', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = createTurns();
  for (let call = 0; call < 10_000; call += 1) turns('a', 10);
  expect(turns('a', 10)).toBe(10_000);
  vi.advanceTimersByTime(10_010);
  expect(turns('a', 10)).toBe(0);
  vi.useRealTimers();
});
