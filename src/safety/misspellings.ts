/** Finds the listed word that an unknown one misspells. */
export type Misspellings = (word: string, dense?: boolean) => string | null;

/** Minimum length: shorter words are too similar to others. */
const MIN_MISSPELT_LENGTH = 5;
/** Words of this length count as misspelled only if two neighboring letters are swapped. */
const MIN_SWAPPED_LENGTH = 4;
/** Minimum length for a replaced letter: in shorter words it makes a different word. */
const MIN_CHANGED_LENGTH = 6;
const MAX_LENGTH = 18;
const BASE = 0x01000193;
/** Filter bits per hash, as a power of two. */
const FILTER_BITS = 3;
const BEFORE_A = 0x60;

const POWERS = powersOf(BASE);
/** Hashes of the prefixes of the current word. */
const beginnings = new Int32Array(MAX_LENGTH + 1);

/**
 * Finds a word with two neighboring letters swapped, one added, one dropped or one replaced. Each
 * listed word is also indexed with one letter dropped, because a misspelling with a letter dropped
 * gives the same result. Hashes are polynomials, so the hash of a word with a letter dropped or two
 * swapped follows from its prefixes' hashes in a few steps at any length.
 */
export function indexMisspellings(words: ReadonlySet<string>): Misspellings {
  const misspelt = [...words].filter(
    ({ length }) => length >= MIN_SWAPPED_LENGTH && length <= MAX_LENGTH,
  );
  const listed = indexByHash(misspelt, misspelt.length, hashWhole);
  const letters = misspelt.reduce((sum, { length }) => sum + length, 0);
  const shortened = indexByHash(misspelt, letters, hashShortened);
  return (word, dense = false) => {
    const nearer = dense ? 1 : 0;
    if (word.length < MIN_SWAPPED_LENGTH - nearer || word.length > MAX_LENGTH) return null;
    hashBeginnings(word);
    return (
      findSwapped(word, listed) ??
      findShorter(word, shortened, MIN_MISSPELT_LENGTH - nearer) ??
      findNear(word, listed, shortened, MIN_CHANGED_LENGTH - nearer)
    );
  };
}

/** Returns the first word, in list order, with a hash and a matching form. */
type ByHash = (
  hash: number,
  word: string,
  fits: (listed: string, word: string) => boolean,
) => string | null;

/** Writes a word's hashes from a position on and returns the next position. */
type WriteHashes = (word: string, hashes: Int32Array, at: number) => number;

function hashWhole(word: string, hashes: Int32Array, at: number): number {
  hashBeginnings(word);
  hashes[at] = beginnings[word.length] as number;
  return at + 1;
}

function hashShortened(word: string, hashes: Int32Array, at: number): number {
  hashBeginnings(word);
  for (let place = 0; place < word.length; place += 1) hashes[at + place] = without(word, place);
  return at + word.length;
}

/** Indexes words by each of their hashes; words with the same hash are chained in order. */
function indexByHash(words: readonly string[], count: number, write: WriteHashes): ByHash {
  const hashes = new Int32Array(count);
  const numbers = new Uint16Array(count);
  let size = 0;
  for (let number = words.length - 1; number >= 0; number -= 1) {
    const end = write(words[number] as string, hashes, size);
    numbers.fill(number, size, end);
    size = end;
  }
  const bits = Math.max(3, Math.ceil(Math.log2(count + 1)));
  const first = new Int32Array(2 ** bits).fill(-1);
  const next = new Int32Array(count);
  const shift = 32 - bits;
  // Most hashes match no word, which a bit in cached memory reveals.
  const bitShift = shift - FILTER_BITS;
  const filter = new Uint8Array(2 ** (bits + FILTER_BITS - 3));
  for (let entry = 0; entry < hashes.length; entry += 1) {
    const hash = hashes[entry] as number;
    const slot = slotOf(hash, shift);
    next[entry] = first[slot] as number;
    first[slot] = entry;
    const bit = slotOf(hash, bitShift);
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  }
  return (hash, word, fits) => {
    const bit = slotOf(hash, bitShift);
    if (((filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return null;
    for (let at = first[slotOf(hash, shift)] as number; at >= 0; at = next[at] as number) {
      if (hashes[at] !== hash) continue;
      const listed = words[numbers[at] as number] as string;
      if (fits(listed, word)) return listed;
    }
    return null;
  };
}

function slotOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> shift;
}

function findSwapped(word: string, listed: ByHash): string | null {
  const whole = beginnings[word.length] as number;
  for (let place = 0; place + 1 < word.length; place += 1) {
    const change = word.charCodeAt(place + 1) - word.charCodeAt(place);
    if (change === 0) continue;
    const after = word.length - 2 - place;
    const step = (POWERS[after + 1] as number) - (POWERS[after] as number);
    const other = listed((whole + Math.imul(change, step)) | 0, word, isAsLong);
    if (other !== null) return other;
  }
  return null;
}

/** The listed word that becomes this one by dropping a letter. */
function findShorter(word: string, shortened: ByHash, shortest: number): string | null {
  if (word.length + 1 < shortest) return null;
  return shortened(beginnings[word.length] as number, word, isLonger);
}

/** The listed word that becomes this one by adding or replacing a letter. */
function findNear(
  word: string,
  listed: ByHash,
  shortened: ByHash,
  shortest: number,
): string | null {
  if (word.length < shortest) return null;
  for (let place = 1; place < word.length; place += 1) {
    const hash = without(word, place);
    const near = listed(hash, word, isShorter) ?? shortened(hash, word, isOneLetterOff);
    if (near !== null) return near;
  }
  return null;
}

function isAsLong(listed: string, word: string): boolean {
  return listed.length === word.length;
}

function isLonger(listed: string, word: string): boolean {
  return listed.length === word.length + 1;
}

function isShorter(listed: string, word: string): boolean {
  return listed.length >= MIN_MISSPELT_LENGTH && listed.length === word.length - 1;
}

function hashBeginnings(word: string): void {
  let hash = 0;
  for (let place = 0; place < word.length; place += 1) {
    hash = (Math.imul(hash, BASE) + word.charCodeAt(place) - BEFORE_A) | 0;
    beginnings[place + 1] = hash;
  }
}

/** The hash of the word of `beginnings` without one letter. */
function without(word: string, place: number): number {
  const after = word.length - 1 - place;
  const power = POWERS[after] as number;
  const end =
    (beginnings[word.length] as number) - Math.imul(beginnings[place + 1] as number, power);
  return (end + Math.imul(beginnings[place] as number, power)) | 0;
}

/** Whether length and first letter are equal and exactly one other letter differs. */
function isOneLetterOff(word: string, other: string): boolean {
  if (word.length !== other.length || word[0] !== other[0]) return false;
  let changes = 0;
  for (let place = 0; place < word.length; place += 1) {
    if (word.charCodeAt(place) !== other.charCodeAt(place)) changes += 1;
  }
  return changes === 1;
}

function powersOf(base: number): Int32Array {
  const powers = new Int32Array(MAX_LENGTH + 1).fill(1);
  for (let place = 1; place < powers.length; place += 1) {
    powers[place] = Math.imul(powers[place - 1] as number, base);
  }
  return powers;
}
