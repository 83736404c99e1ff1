import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { slowRefusals } from '../../src/gateway/slow-refusals.ts';

const AT_ONCE = 40;
const PER_SECOND = 20;
let now = new Date('2026-01-05T12:00:00Z');

/** A server whose every path answers the status it is called; tells who was answered, in order. */
function serve(RATE_LIMITS: 'on' | 'off') {
  const server = Fastify();
  slowRefusals(server, { config: { RATE_LIMITS }, clock: { now: () => now } });
  server.get('/:status', (request, reply) =>
    reply.code(Number((request.params as { status: string }).status)).send(),
  );
  const answered: string[] = [];
  const call = async (who: string, remoteAddress: string, status: number) => {
    await server.inject({ url: `/${status}`, remoteAddress });
    answered.push(who);
  };
  const callOften = (times: number, status: number) =>
    Promise.all(Array.from({ length: times }, () => call('often', '192.0.2.1', status)));
  return { answered, call, callOften };
}

it.each([401, 429])('makes a network wait for more answers of %i, and no other', async (status) => {
  const { answered, call, callOften } = serve('on');
  await callOften(AT_ONCE, status);
  const held = call('held', '192.0.2.1', status);
  await call('another network', '192.0.2.2', status);
  await call('no refusal', '192.0.2.1', 404);
  await held;
  expect(answered.slice(AT_ONCE)).toEqual(['another network', 'no refusal', 'held']);
});

it('takes a /64 of IPv6 for one network', async () => {
  const { answered, call } = serve('on');
  const from = (index: number) => call('often', `2001:db8::${index.toString(16)}`, 401);
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => from(index)));
  const held = call('held', '2001:db8::ffff', 401);
  await call('another network', '2001:db8:0:1::1', 401);
  await held;
  expect(answered.slice(AT_ONCE)).toEqual(['another network', 'held']);
});

it('regains what it answers at once', async () => {
  const { answered, call, callOften } = serve('on');
  await callOften(AT_ONCE, 429);
  now = new Date(now.getTime() + 1_000);
  await callOften(PER_SECOND, 429);
  const held = call('held', '192.0.2.1', 429);
  await call('another network', '192.0.2.2', 429);
  await held;
  expect(answered.slice(AT_ONCE + PER_SECOND)).toEqual(['another network', 'held']);
});

it('makes nobody wait without rate limits', async () => {
  const { answered, call, callOften } = serve('off');
  await callOften(AT_ONCE, 429);
  await Promise.all([call('one more', '192.0.2.1', 429), call('after it', '192.0.2.2', 429)]);
  expect(answered.slice(AT_ONCE)).toEqual(['one more', 'after it']);
});
