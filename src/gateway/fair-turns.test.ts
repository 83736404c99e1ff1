import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests that have started, with a way to send and to end them. */
function makeTurns() {
  const takeTurn = createFairTurns();
  const started: string[] = [];
  const send = (who: string, name = who) => takeTurn(who, () => started.push(name));
  return { started, send };
}

it('does not keep a caller waiting who is alone', () => {
  const { started, send } = makeTurns();
  for (let sent = 0; sent < 100; sent += 1) send('a');
  expect(started).toHaveLength(100);
});

it('lets a caller have two requests under way while another has some', () => {
  const { started, send } = makeTurns();
  send('b');
  const ends = ['1', '2', '3', '4'].map((name) => send('a', name));
  expect(started).toEqual(['b', '1', '2']);
  send('b');
  expect(started).toEqual(['b', '1', '2', 'b']);
  ends[1]?.();
  expect(started.slice(4)).toEqual(['3']);
  ends[0]?.();
  expect(started.slice(4)).toEqual(['3', '4']);
});

it('stops counting a request that takes long', () => {
  const { started, send } = makeTurns();
  send('b');
  for (const name of ['1', '2', '3', '4', '5']) send('a', name);
  vi.advanceTimersByTime(50);
  expect(started).toEqual(['b', '1', '2', '3', '4']);
  vi.advanceTimersByTime(50);
  expect(started).toEqual(['b', '1', '2', '3', '4', '5']);
});

it('forgets a caller who sends nothing for a while', () => {
  const { started, send } = makeTurns();
  send('b')();
  vi.advanceTimersByTime(251);
  for (let sent = 0; sent < 10; sent += 1) send('a');
  expect(started).toHaveLength(11);
});

it('does not count a request whose caller left while it waited', () => {
  const { started, send } = makeTurns();
  send('b');
  const ends = ['1', '2', 'left', '3'].map((name) => send('a', name));
  ends[2]?.();
  ends[0]?.();
  expect(started).toEqual(['b', '1', '2', 'left', '3']);
});
