import type { FoldedText } from './folds.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fingerprintOf, HASH_START, hashUnit, isWordCost } from './word-table.ts';

const FIRST_LATIN = 0x61;
const LATIN_LETTERS = 26;
/** Shift of rot13. */
const SHIFT = 13;
const MIN_LENGTH = 3;
/** Maximum share of known words in a reversed or shifted text. */
const SCRAMBLED_SHARE = 0.4;
/** Minimum share of known words once it is restored. */
const READ_SHARE = 0.7;
const MIN_WORDS = 2;
/** Number of words that suffices to decide. */
const WORDS_TO_LOOK_AT = 60;

/** Maximum letters to search for those words. */
const LETTERS_TO_LOOK_AT = 1_000;

/** Restores a reversed or rot13 text. */
export function unscramble(text: FoldedText, vocabulary: Vocabulary): FoldedText {
  const beginning = text.text.slice(0, LETTERS_TO_LOOK_AT);
  const share = knownShare(beginning, vocabulary);
  if (share === null || share > SCRAMBLED_SHARE) return text;
  const reads = (part: string) => (knownShare(part, vocabulary) ?? 0) >= READ_SHARE;
  if (reads(reverse(text.text.slice(-LETTERS_TO_LOOK_AT)))) return plainText(reverse(text.text));
  if (reads(unshift(beginning))) return plainText(unshift(text.text));
  return text;
}

function plainText(text: string): FoldedText {
  return { text, sources: unitsOf(text) };
}

/** Folded text has no surrogate pairs. */
function reverse(text: string): string {
  return textOf(unitsOf(text).reverse());
}

function textOf({ buffer }: Uint16Array): string {
  return Buffer.from(buffer).toString('utf16le');
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}

function unshift(text: string): string {
  const units = unitsOf(text);
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] as number;
    if (isLatin(unit)) units[at] = FIRST_LATIN + ((unit - FIRST_LATIN + SHIFT) % LATIN_LETTERS);
  }
  return textOf(units);
}

/** The share of known Latin words; null if there are too few. */
function knownShare(text: string, { costOf }: Vocabulary): number | null {
  let words = 0;
  let known = 0;
  for (let at = 0; at < text.length && words < WORDS_TO_LOOK_AT; at += 1) {
    const start = at;
    let state = HASH_START;
    for (; isLatin(text.charCodeAt(at)); at += 1) state = hashUnit(state, text.charCodeAt(at));
    if (at - start < MIN_LENGTH) continue;
    words += 1;
    if (isWordCost(costOf(fingerprintOf(state)))) known += 1;
  }
  return words < MIN_WORDS ? null : known / words;
}

function isLatin(unit: number): boolean {
  return unit >= FIRST_LATIN && unit < FIRST_LATIN + LATIN_LETTERS;
}
