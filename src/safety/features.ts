import type { Sightings } from './find-signals.ts';
import { KANA, LATIN, type Letters, scriptOf } from './letters.ts';
import { CHINESE, JAPANESE } from './segment.ts';
import { SIGNALS, type Signal } from './signals.ts';
import type { Span } from './spans.ts';
import type { TermText } from './terms.ts';

/** Hash buckets of the model; a power of two. */
export const BUCKETS = 2 ** 17;
/** Characters in a block; a window of the model is two neighboring blocks. */
export const BLOCK = 80;

/** A text with fewer features is weighted as if it had this many: a single word proves little. */
const MIN_FEATURES = 56;
/** Number of preceding words that a word is paired with. */
const PAIRED = 3;
const PAIRED_HAN = 2;
/** Letters in a piece of a Latin word, and the minimum length of a word read in pieces. */
const PIECE = 4;
const MIN_IN_PIECES_LENGTH = 5;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const WORD_SEED = 0x5bd1e995;
const PAIR_SEED = 0x1b873593;
const SIGNAL_SEED = 0x7feb352d;
const WORD_END = 0x7b;

/** Signals whose sightings the model reads, in addition to words. */
const READ_SIGNALS: readonly Signal[] = SIGNALS.filter(
  (signal) => !['harmless', 'negator-before', 'negator-after', 'clothing', 'onto'].includes(signal),
);

type Use = (bucket: number, offset: number) => void;

/**
 * Passes every feature of a text to `use` as a bucket and its offset: words, pairs of nearby words,
 * pieces of words, neighboring Chinese and Japanese characters, and the lists' signals.
 */
export function eachFeature(text: TermText, sightings: Sightings, use: Use): void {
  eachWord(text, use);
  eachNeighbor(text.letters, use);
  eachSighting(sightings, use);
}

function eachWord(text: TermText, use: Use): void {
  const { letters } = text;
  const before: number[] = [];
  let start = 0;
  while (start < letters.length) {
    const latin = scriptOf(letters.units[start] as number) === LATIN;
    const end = wordEnd(text, start);
    const offset = letters.offsets[start] as number;
    let hash = WORD_SEED;
    for (let place = start; place < end; place += 1)
      hash = mix(hash, letters.units[place] as number);
    use(bucketOf(hash), offset);
    const paired = Math.min(before.length, latin ? PAIRED : PAIRED_HAN);
    for (let back = 1; back <= paired; back += 1) {
      const other = before[before.length - back] as number;
      use(bucketOf(Math.imul(other ^ PAIR_SEED, FNV_PRIME) ^ hash), offset);
    }
    before.push(hash);
    if (before.length > PAIRED) before.shift();
    if (latin && end - start >= MIN_IN_PIECES_LENGTH) eachPiece(letters, start, end, use);
    start = end;
  }
}

function wordEnd({ letters, borders }: TermText, start: number): number {
  const { tokens, units } = letters;
  let end = start + 1;
  if (scriptOf(units[start] as number) >= KANA) {
    const reading = (borders[start] as number) & CHINESE || JAPANESE;
    while (
      end < letters.length &&
      ((borders[end] as number) & reading) === 0 &&
      scriptOf(units[end] as number) >= KANA
    )
      end += 1;
  } else while (end < letters.length && tokens[end] === tokens[start]) end += 1;
  return end;
}

function eachPiece({ units, offsets }: Letters, start: number, end: number, use: Use): void {
  const offset = offsets[start] as number;
  for (let from = start; from + PIECE <= end + 1; from += 1) {
    let hash = FNV_OFFSET;
    for (let place = from; place < from + PIECE; place += 1) {
      hash = mix(hash, place < end ? (units[place] as number) : WORD_END);
    }
    use(bucketOf(hash), offset);
  }
}

function eachNeighbor({ units, offsets, length }: Letters, use: Use): void {
  for (let place = 0; place + 1 < length; place += 1) {
    const unit = units[place] as number;
    const next = units[place + 1] as number;
    if (scriptOf(unit) < KANA || scriptOf(next) < KANA) continue;
    use(bucketOf(mix(mix(FNV_OFFSET, unit), next)), offsets[place] as number);
  }
}

interface Sighting {
  readonly hash: number;
  readonly start: number;
}

function eachSighting(sightings: Sightings, use: Use): void {
  const seen: Sighting[] = [];
  for (let number = 0; number < READ_SIGNALS.length; number += 1) {
    for (const { start } of sightings[READ_SIGNALS[number] as Signal] as readonly Span[]) {
      seen.push({ hash: mix(SIGNAL_SEED, number + 1), start });
    }
  }
  if (seen.length === 0) return;
  seen.sort((one, two) => one.start - two.start);
  for (let place = 0; place < seen.length; place += 1) {
    const { hash, start } = seen[place] as Sighting;
    use(bucketOf(hash), start);
    for (let back = 1; back <= PAIRED && back <= place; back += 1) {
      const other = seen[place - back] as Sighting;
      if (start - other.start > BLOCK || other.hash === hash) continue;
      const pair = Math.min(hash, other.hash) ^ Math.imul(Math.max(hash, other.hash), FNV_PRIME);
      use(bucketOf(pair ^ PAIR_SEED), start);
    }
  }
}

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

function bucketOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & (BUCKETS - 1);
}

/** The weight of one of `count` features, which normalizes for text length. */
export function featureNorm(count: number): number {
  return 1 / Math.sqrt(Math.max(MIN_FEATURES, count));
}
