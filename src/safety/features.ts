import { readLeet } from './leet.ts';
import { type Letters, lettersOf, scriptOf } from './letters.ts';

/** Hash buckets of the model; a power of two. */
export const BUCKETS = 2 ** 16;
/** Letters in a block; a window of the model is two neighbouring blocks. */
export const BLOCK = 64;

/** A text of fewer features is weighed as if it had so many: a word alone proves little. */
const FEWEST_FEATURES = 64;

/** Longest letter sequence that is a feature. */
const LONGEST_LATIN = 6;
const SHORTEST_LATIN = 3;
const LONGEST_OTHER = 4;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const WORD_SEED = 0x5bd1e995;
const PAIR_SEED = 0x1b873593;
const LOWER_L = 0x6c;
const LOWER_I = 0x69;
const LATIN = 1;
const DIGIT = 2;

/** The letters that the model reads: as the rules do, with leet resolved and `l` read as `i`. */
export function modelLetters(folded: string): Letters {
  const letters = lettersOf(readLeet(folded, 'i'));
  for (let index = 0; index < letters.length; index += 1) {
    if (letters.units[index] === LOWER_L) letters.units[index] = LOWER_I;
  }
  return letters;
}

/**
 * Gives every feature of the letters as a bucket and the letter where it begins: sequences of
 * letters across word borders (which spacing cannot change), words, and pairs of words.
 */
export function eachFeature(letters: Letters, use: (bucket: number, at: number) => void): void {
  for (let start = 0; start < letters.length; start += 1) eachSequence(letters, start, use);
  eachWord(letters, use);
}

function eachSequence(
  letters: Letters,
  start: number,
  use: (bucket: number, at: number) => void,
): void {
  const { units, length } = letters;
  const script = scriptOf(units[start] as number);
  if (script === DIGIT) return;
  const shortest = script === LATIN ? SHORTEST_LATIN : 1;
  const end = Math.min(length, start + (script === LATIN ? LONGEST_LATIN : LONGEST_OTHER));
  let hash = FNV_OFFSET;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (units[index] as number), FNV_PRIME);
    if (index - start + 1 >= shortest) use(bucketOf(hash), start);
  }
}

/** Latin words of two letters or more; a pair has at most one character between its words. */
function eachWord(letters: Letters, use: (bucket: number, at: number) => void): void {
  const { units, tokens, length } = letters;
  let previous = 0;
  let start = 0;
  while (start < length) {
    let end = start;
    let hash = WORD_SEED;
    while (end < length && tokens[end] === tokens[start]) {
      hash = Math.imul(hash ^ (units[end] as number), FNV_PRIME);
      end += 1;
    }
    const isWord = end - start > 1 && scriptOf(units[start] as number) === LATIN;
    if (isWord) {
      use(bucketOf(hash), start);
      if (previous !== 0) use(bucketOf(Math.imul(previous ^ PAIR_SEED, FNV_PRIME) ^ hash), start);
    }
    previous = isWord ? hash : 0;
    start = end;
  }
}

function bucketOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & (BUCKETS - 1);
}

/** What one of `count` features weighs, so that long and short texts are measured alike. */
export function featureNorm(count: number): number {
  return 1 / Math.sqrt(Math.max(FEWEST_FEATURES, count));
}
