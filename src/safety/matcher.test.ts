import { expect, it } from 'vitest';
import { beginningsOf, buildMatcher } from './matcher.ts';

const WORDS = ['lamp', 'lampshade', 'shade', 'la', 'lamb'];
const matcher = buildMatcher(beginningsOf(WORDS));

/** The words found in a text from a position on. */
function wordsFrom(text: string, start: number): string[] {
  const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
  const found: string[] = [];
  matcher.matchFrom(units, start, units.length, (word, last) => {
    found.push(`${WORDS[word]} ${last}`);
  });
  return found;
}

it('finds every word that starts at a position, shortest first', () => {
  expect(wordsFrom('lampshades', 0)).toEqual(['la 1', 'lamp 3', 'lampshade 8']);
  expect(wordsFrom('lampshades', 4)).toEqual(['shade 8']);
});

it('finds no word that starts elsewhere or is truncated', () => {
  expect(wordsFrom('lampshades', 1)).toEqual([]);
  expect(wordsFrom('shad', 0)).toEqual([]);
  expect(wordsFrom('lamb', 0)).toEqual(['la 1', 'lamb 3']);
});
