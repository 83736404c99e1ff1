import { expect, it } from 'vitest';
import { MAX_GROWTH, normalizeText } from './normalize.ts';

it('writes compatible characters with plain ones', () => {
  expect(normalizeText('ｆｏｏ ﬁne ⒜⑴ ㍿')).toBe('foo fine (a)(1) 株式会社');
});

it.each([
  '\ufdfa',
  '\u3316',
  '\ufb03',
  '\u00bd',
  '\u{1d160}',
  '⒜',
])('bounds the growth of %j', (character) => {
  const text = character.repeat(10_000);
  expect(normalizeText(text).length).toBeLessThanOrEqual(text.length + MAX_GROWTH);
});

it('reads a letter in brackets as the letter where there are thousands', () => {
  expect(normalizeText('⒜⒝'.repeat(2_000)).slice(0, 4)).toBe('abab');
});
