import { beforeAll } from 'vitest';
import { DAY_MS } from './refunding.ts';
import type { TestApp } from './test-app.ts';

/** Milliseconds: longer than a file's tests take. */
const NEAR_MS = 30 * 60 * 1000;

/** Keeps the file's tests on one day (UTC): if midnight is near, business time moves there first. */
export function stayOnOneDay(test: TestApp): void {
  beforeAll(() => {
    const leftMs = DAY_MS - (test.clock.now().getTime() % DAY_MS);
    if (leftMs < NEAR_MS) test.clock.advance(leftMs);
  });
}
