import { expect, it } from 'vitest';
import { cookieOf } from './read-cookie.ts';

it('finds a cookie among others, without decoding any', () => {
  const others = Array.from({ length: 2_000 }, (_, at) => `c${at}=%e2`).join('; ');
  expect(cookieOf(`${others}; mine=%41_b-C.1; other=1`, 'mine')).toBe('%41_b-C.1');
  expect(cookieOf('not-mine=1', 'mine')).toBeUndefined();
  expect(cookieOf(undefined, 'mine')).toBeUndefined();
  expect(cookieOf('mine=1; mine=2', 'mine')).toBe('1');
});
