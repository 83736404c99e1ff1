import { fingerprintOf, HASH_START, hashUnit } from './word-table.ts';

/** Finds words of a set from a given position on, letter by letter. */
export interface Matcher {
  /**
   * Calls `found` for each word in the letters at `start`, shortest first, with its number and the
   * position of its last letter.
   */
  matchFrom(
    units: Uint16Array,
    start: number,
    length: number,
    found: (word: number, last: number) => void,
  ): void;
}

/** All prefixes of the words, including the words themselves. */
export interface Beginnings {
  /** In ascending order. */
  readonly fingerprints: Uint32Array;
  /** The number of the word with these letters, or `BEGINNING`. */
  readonly numbers: Int32Array;
}

/** Replaces the number of a word if the letters are only a prefix. */
const BEGINNING = -1;
/** Slots per prefix: at most four of five are used. */
const ROOM = 1.25;

/** The distinct prefixes of words; words are numbered by their position. */
export function beginningsOf(words: readonly string[]): Beginnings {
  const numbers = new Map<number, number>();
  for (const [number, word] of words.entries()) {
    let state = HASH_START;
    for (let place = 0; place < word.length; place += 1) {
      state = hashUnit(state, word.charCodeAt(place));
      const key = fingerprintOf(state);
      if (place === word.length - 1) numbers.set(key, number);
      else if (!numbers.has(key)) numbers.set(key, BEGINNING);
    }
  }
  const fingerprints = Uint32Array.from(numbers.keys()).sort();
  return {
    fingerprints,
    numbers: Int32Array.from(fingerprints, (key) => numbers.get(key) as number),
  };
}

/** Builds the matcher for these prefixes. */
export function buildMatcher({ fingerprints, numbers }: Beginnings): Matcher {
  const bits = Math.ceil(Math.log2((fingerprints.length + 1) * ROOM));
  const mask = 2 ** bits - 1;
  // Fingerprint and number are adjacent, because most lookups miss the CPU cache.
  const entries = new Int32Array((mask + 1) * 2);
  // By the upper bits, so that ascending insertions fill memory in order.
  const shift = 32 - bits;
  for (let place = 0; place < fingerprints.length; place += 1) {
    const key = fingerprints[place] as number;
    let slot = key >>> shift;
    while (entries[slot * 2] !== 0) slot = (slot + 1) & mask;
    entries[slot * 2] = key;
    entries[slot * 2 + 1] = numbers[place] as number;
  }
  return {
    matchFrom(units, start, length, found) {
      let state = HASH_START;
      for (let place = start; place < length; place += 1) {
        state = hashUnit(state, units[place] as number);
        const fingerprint = fingerprintOf(state);
        const key = fingerprint | 0;
        let slot = fingerprint >>> shift;
        while (entries[slot * 2] !== 0 && entries[slot * 2] !== key) slot = (slot + 1) & mask;
        if (entries[slot * 2] === 0) return;
        const number = entries[slot * 2 + 1] as number;
        if (number !== BEGINNING) found(number, place);
      }
    },
  };
}
