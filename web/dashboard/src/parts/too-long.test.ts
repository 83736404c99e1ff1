import { expect, it } from 'vitest';
import { tooLong } from './too-long.ts';

it('counts what people see as characters, without the white space that is trimmed', () => {
  expect(tooLong(` ${'😀'.repeat(64)} `, 64)).toBeNull();
  expect(tooLong('😀'.repeat(65), 64)).toBe('Enter at most 64 characters.');
  expect(tooLong('x'.repeat(2_001), 2_000)).toBe('Enter at most 2,000 characters.');
});
