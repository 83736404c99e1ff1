import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { slowRefusals } from '../../src/gateway/slow-refusals.ts';

/** Refusals of one network in a row: the last one waits for seconds. */
const MANY = 300;

/** A server whose every path answers the status it names; records the order of answers. */
function serve(RATE_LIMITS: 'on' | 'off') {
  const server = Fastify();
  slowRefusals(server, { config: { RATE_LIMITS } });
  server.get('/:status', (request, reply) =>
    reply.code(Number((request.params as { status: string }).status)).send(),
  );
  const answered: string[] = [];
  const call = async (who: string, remoteAddress: string, status: number) => {
    await server.inject({ url: `/${status}`, remoteAddress });
    answered.push(who);
  };
  const callOften = (address: (index: number) => string, status: number) =>
    Array.from({ length: MANY }, (_, index) => call('often', address(index), status));
  return { answered, call, callOften };
}

it.each([401, 429])('delays answers of %i per network', async (status) => {
  const { answered, call, callOften } = serve('on');
  const often = callOften(() => '192.0.2.1', status);
  await Promise.all([
    call('another network', '192.0.2.2', status),
    call('no refusal', '192.0.2.1', 404),
  ]);
  expect(answered.length).toBeLessThan(MANY);
  await Promise.all(often);
  expect(answered.length).toBe(MANY + 2);
});

it('treats an IPv6 /64 as one network', async () => {
  const { answered, call, callOften } = serve('on');
  const often = callOften((index) => `2001:db8::${index.toString(16)}`, 401);
  await call('another network', '2001:db8:0:1::1', 401);
  expect(answered.length).toBeLessThan(MANY);
  await Promise.all(often);
});

it('ignores a port that a proxy adds to the address', async () => {
  const { answered, call, callOften } = serve('on');
  const often = callOften((index) => `192.0.2.1:${index}`, 401);
  await call('another network', '192.0.2.2:1', 401);
  expect(answered.length).toBeLessThan(MANY);
  await Promise.all(often);
});

it('delays no answer without rate limits', async () => {
  const { answered, call, callOften } = serve('off');
  const often = callOften(() => '192.0.2.1', 429);
  await Promise.all([...often, call('last', '192.0.2.1', 429)]);
  expect(answered.at(-1)).toBe('last');
});
