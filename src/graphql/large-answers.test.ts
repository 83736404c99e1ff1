import { expect, it } from 'vitest';
import { createRateLimiter } from '../gateway/rate-limit.ts';
import { type Id, newUuid } from '../kit/id.ts';
import { createLargeAnswers } from './large-answers.ts';
import { MEGABYTE } from './limits.ts';
import type { ReadingCaller } from './scope.ts';

const merchantId = newUuid(new Date()) as Id<'MER'>;
const storeId = newUuid(new Date()) as Id<'STO'>;
const withKey = (keyId: string): ReadingCaller => ({
  ...{ kind: 'apiKey', merchantId, storeIds: [], keyId, environment: 'test' },
});
const visitor: ReadingCaller = { kind: 'slug', storeId, environment: 'test' };

function makeLimit() {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => new Date(nowMs) };
  const answers = createLargeAnswers({ rateLimiter: createRateLimiter(true), clock });
  const read = (caller: ReadingCaller, megabytes: number, address = '192.0.2.1') =>
    answers.count(caller, address, async () => [{ f0: 'x'.repeat(megabytes * MEGABYTE) }]);
  const isRefused = (caller: ReadingCaller, address?: string) =>
    read(caller, 0, address).then(
      () => false,
      () => true,
    );
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { read, isRefused, pass };
}

it('limits what one merchant reads with all of its keys, without affecting others', async () => {
  const { read, isRefused, pass } = makeLimit();
  expect(await isRefused(withKey('one'))).toBe(false);
  await read(withKey('one'), 12);
  expect(await isRefused(withKey('another'))).toBe(true);
  expect(
    await isRefused({ ...withKey('one'), merchantId: storeId } as unknown as ReadingCaller),
  ).toBe(false);
  pass(1_500);
  expect(await isRefused(withKey('another'))).toBe(false);
});

it('counts visitors by network, across stores', async () => {
  const { read, isRefused } = makeLimit();
  await read(visitor, 8);
  const ofAnother: ReadingCaller = { ...visitor, storeId: newUuid(new Date()) as Id<'STO'> };
  expect(await isRefused(visitor)).toBe(true);
  expect(await isRefused(ofAnother)).toBe(true);
  expect(await isRefused(ofAnother, '192.0.2.2')).toBe(false);
});

it('counts buyers by network, whatever their identities', async () => {
  const { read, isRefused } = makeLimit();
  const buyer = (buyerIdentity: string): ReadingCaller => ({
    ...{ kind: 'token', storeId, environment: 'test', buyerIdentity },
  });
  await read(buyer('one'), 8);
  expect(await isRefused(buyer('another'))).toBe(true);
  expect(await isRefused(buyer('one'), '192.0.2.2')).toBe(false);
});
