import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createRateLimiter } from '../gateway/rate-limit.ts';
import { type Id, newUuid } from '../kit/id.ts';
import { createLargeAnswers } from './large-answers.ts';
import { MEGABYTE } from './limits.ts';
import type { ReadingCaller } from './scope.ts';

const merchantId = newUuid(new Date()) as Id<'MER'>;
const storeId = newUuid(new Date()) as Id<'STO'>;
const withKey = (keyId: string): ReadingCaller => ({
  ...{ kind: 'apiKey', merchantId, keyId, environment: 'test' },
});
const visitor: ReadingCaller = { kind: 'slug', storeId, environment: 'test' };

function makeLimit() {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => new Date(nowMs) };
  const config = readConfig({ DEMO: 'false' });
  const answers = createLargeAnswers({ config, rateLimiter: createRateLimiter(true), clock });
  const isRefused = (caller: ReadingCaller, address = '192.0.2.1') => {
    try {
      answers.check(caller, address);
      return false;
    } catch {
      return true;
    }
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { answers, isRefused, pass };
}

it('bounds what one merchant reads with all of its keys, and lets others go on', () => {
  const { answers, isRefused, pass } = makeLimit();
  expect(isRefused(withKey('one'))).toBe(false);
  answers.charge(withKey('one'), '192.0.2.1', 12 * MEGABYTE);
  expect(isRefused(withKey('another'))).toBe(true);
  expect(isRefused({ ...withKey('one'), merchantId: storeId } as unknown as ReadingCaller)).toBe(
    false,
  );
  pass(1_500);
  expect(isRefused(withKey('another'))).toBe(false);
});

it('counts visitors by network and store', () => {
  const { answers, isRefused } = makeLimit();
  answers.charge(visitor, '192.0.2.1', 8 * MEGABYTE);
  expect(isRefused(visitor)).toBe(true);
  expect(isRefused(visitor, '192.0.2.2')).toBe(false);
});
