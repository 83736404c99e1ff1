import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexFirstLetters } from './first-letters.ts';

const letters = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdez'), maxLength: most });

describe('the first letters of listed words', () => {
  it('are seen wherever one of four letters or more stands', () => {
    fc.assert(
      fc.property(fc.array(letters(7), { maxLength: 5 }), letters(20), (words, text) => {
        const holds = words.some((word) => word.length >= 4 && text.includes(word.slice(0, 4)));
        expect(indexFirstLetters(words)(text)).toBe(holds);
      }),
    );
  });

  it('are seen behind letters of other scripts', () => {
    const mayHold = indexFirstLetters(['naked']);
    expect(mayHold('житnakedи')).toBe(true);
    expect(mayHold('nakжed')).toBe(false);
  });
});
