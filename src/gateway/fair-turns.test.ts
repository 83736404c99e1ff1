import { setImmediate as nextLoop } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairTurns, takeFairTurns } from './fair-turns.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
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

it('ends a turn when the response begins, by network', async () => {
  const server = fastify();
  takeFairTurns(server, { config: { RATE_LIMITS: 'on' } });
  server.addHook('onSend', (_request, _reply, payload, done) => {
    setTimeout(done, 1_000, null, payload);
  });
  const started: string[] = [];
  server.get('/:name', async ({ params }) => {
    started.push((params as { name: string }).name);
    await nextLoop();
    return 'done';
  });
  const ask = (remoteAddress: string, name: string) =>
    server.inject({ url: `/${name}`, remoteAddress });
  const all = [ask('192.0.2.2', 'other')];
  while (started.length < 1) await nextLoop();
  all.push(...['1', '2', '3', '4', '5'].map((name) => ask('192.0.2.1', name)));
  while (started.length < 3) await nextLoop();
  expect(started).toEqual(['other', '1', '2']);
  for (let loops = 0; loops < 100; loops += 1) await nextLoop();
  expect(started).toEqual(['other', '1', '2', '3', '4', '5']);
  vi.advanceTimersByTime(1_000);
  const answers = await Promise.all(all);
  expect(answers.map(({ body }) => body)).toEqual(all.map(() => 'done'));
  await server.close();
});
