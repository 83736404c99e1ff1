import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildMatcher } from './matcher.ts';

const units = (text: string) => Uint16Array.from(text, (each) => each.charCodeAt(0));
const word = (longest: number) =>
  fc.array(fc.constantFrom('a', 'b', '裸'), { minLength: 1, maxLength: longest });

it('finds what a search of every place finds', () => {
  const run = fc.property(fc.uniqueArray(word(4).map(String)), word(40), (keys, text) => {
    const patterns = keys.map((key) => key.replaceAll(',', ''));
    const haystack = text.join('');
    const found: string[] = [];
    buildMatcher(patterns.map(units)).scan(units(haystack), haystack.length, (number, end) => {
      found.push(`${patterns[number]} ${end}`);
    });
    const expected = [...haystack].flatMap((_, end) =>
      patterns
        .filter((pattern) => haystack.slice(0, end + 1).endsWith(pattern))
        .map((pattern) => `${pattern} ${end}`),
    );
    expect(found.sort()).toEqual(expected.sort());
  });
  fc.assert(run, { numRuns: 300 });
});
