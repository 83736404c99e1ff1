import { expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

it('gives turns one after another, to each apart, and none that has passed', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = createTurns();
  expect([turns('a', 10), turns('a', 30), turns('a', 10), turns('b', 10)]).toEqual([0, 10, 40, 0]);
  vi.advanceTimersByTime(25);
  expect([turns('a', 10), turns('b', 10)]).toEqual([25, 0]);
  vi.advanceTimersByTime(100);
  expect(turns('a', 10)).toBe(0);
  vi.useRealTimers();
});
