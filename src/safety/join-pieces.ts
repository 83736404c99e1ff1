import { uint8Scratch, uint32Scratch } from './scratch.ts';
import type { Vocabulary } from './vocabulary.ts';
import { COST_STEPS, fingerprintOf, HASH_START, hashUnit, isWordCost } from './word-table.ts';

const MAX_PIECES = 4;
/** Minimum length: shorter words form from pieces by chance. */
const MIN_WHOLE_LENGTH = 5;
/** Minimum length of a listed word, because of texts such as "50mm f/2". */
const MIN_LISTED_LENGTH = 4;
/** Minimum single letters of a word that is spelled out with blanks or other signs. */
const MIN_SPELLED = 3;
const MIN_DOTTED = 2;
/** Letters that are words or follow an apostrophe. */
const LONE_LETTERS = 'aist';
/** Cost up to which words are too common to be a part of a split word. */
const COMMON_COST = 12 * COST_STEPS;
/** Number of split words that makes the whole text count as split. */
const DENSE = 3;
const MAX_GAP_LENGTH = 2;
/**
 * Signs that usually separate words: the parts form a word only if one of them isn't a word itself.
 */
const ORDINARY_GAPS = ' \'"/,._:;\n';
const BLANK = 0x20;
const LINE_END = 0x0a;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** Finds listed words written in pieces ("na ked", "n-u-d-e"), and words spelled out. */
export function joinPieces(text: string, sources: Uint16Array, vocabulary: Vocabulary): Mend[] {
  const pieces = piecesOf(text, vocabulary);
  const page = { text, sources, pieces, vocabulary };
  const mends = joinAll(page, false);
  // In such a text, common words are pieces too: "un dress".
  return mends.length < DENSE ? mends : joinAll(page, true);
}

/** Columns of runs of Latin letters. */
interface Pieces {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly flags: Uint8Array;
}

/** A piece that isn't in the dictionary, and one that isn't used alone. */
const UNKNOWN = 1;
const FRAGMENT = 2;

interface Page {
  readonly text: string;
  readonly sources: Uint16Array;
  readonly pieces: Pieces;
  readonly vocabulary: Vocabulary;
}

function piecesOf(text: string, vocabulary: Vocabulary): Pieces {
  const most = (text.length >> 1) + 1;
  const starts = uint32Scratch(most);
  const ends = uint32Scratch(most);
  const flags = uint8Scratch(most);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isLatin(text.charCodeAt(at))) continue;
    starts[count] = at;
    let state = HASH_START;
    for (; at < text.length && isLatin(text.charCodeAt(at)); at += 1) {
      state = hashUnit(state, text.charCodeAt(at));
    }
    ends[count] = at;
    const cost = vocabulary.costOf(fingerprintOf(state));
    const letter = at - (starts[count] as number) === 1 ? (text[at - 1] as string) : '';
    const isPart = letter === '' ? !isCommon(cost) : !LONE_LETTERS.includes(letter);
    flags[count] = (isWordCost(cost) ? 0 : UNKNOWN) | (isPart ? FRAGMENT : 0);
    count += 1;
  }
  return { count, starts, ends, flags };
}

function isLatin(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function isCommon(cost: number): boolean {
  return cost >= 0 && cost <= COMMON_COST;
}

function joinAll(page: Page, dense: boolean): Mend[] {
  const { text, pieces } = page;
  const mends: Mend[] = [];
  let at = 0;
  while (at < pieces.count) {
    const letters = countLetters(text, pieces, at);
    const fewest = text.charCodeAt(pieces.ends[at] as number) === BLANK ? MIN_SPELLED : MIN_DOTTED;
    const isSpelled = letters >= fewest;
    const mend = isSpelled ? spelledOut(page, at, letters) : inPieces(page, at, dense);
    if (mend) mends.push({ start: mend.start, end: mend.end, words: mend.words });
    at += mend?.pieces ?? (isSpelled ? letters : 1);
  }
  return mends;
}

type Joined = Mend & { readonly pieces: number };

/** The number of consecutive single letters with the same sign between them. */
function countLetters(text: string, pieces: Pieces, at: number): number {
  const sign = signAfterLetter(text, pieces, at);
  if (sign < 0 || !isLetter(pieces, at + 1)) return 0;
  let last = at + 1;
  while (isLetter(pieces, last + 1) && signAfterLetter(text, pieces, last) === sign) last += 1;
  return last - at + 1;
}

function isLetter({ count, starts, ends }: Pieces, at: number): boolean {
  return at < count && (ends[at] as number) - (starts[at] as number) === 1;
}

/** The sign between a single letter and the next piece; -1 if there isn't exactly one. */
function signAfterLetter(text: string, pieces: Pieces, at: number): number {
  if (!isLetter(pieces, at) || at + 1 >= pieces.count) return -1;
  const end = pieces.ends[at] as number;
  return (pieces.starts[at + 1] as number) - end === 1 ? text.charCodeAt(end) : -1;
}

function spelledOut({ text, pieces, vocabulary }: Page, at: number, count: number): Joined | null {
  const start = pieces.starts[at] as number;
  const end = pieces.ends[at + count - 1] as number;
  const letters = joinTexts(text, pieces, at, count);
  const words = vocabulary.isKnown(letters) ? letters : vocabulary.split(letters)?.join(' ');
  return words === undefined ? null : { start, end, words, pieces: count };
}

function joinTexts(text: string, { starts, ends }: Pieces, at: number, count: number): string {
  let joined = '';
  for (let piece = at; piece < at + count; piece += 1) {
    joined += text.slice(starts[piece], ends[piece]);
  }
  return joined;
}

function inPieces(page: Page, at: number, dense: boolean): Joined | null {
  const { text, sources, pieces, vocabulary } = page;
  const { starts, ends, flags } = pieces;
  let state = HASH_START;
  let length = 0;
  let seen = dense ? FRAGMENT : 0;
  let needsFragment = false;
  for (let piece = at; piece < Math.min(at + MAX_PIECES, pieces.count); piece += 1) {
    const start = starts[piece] as number;
    const end = ends[piece] as number;
    if (piece > at) {
      const before = ends[piece - 1] as number;
      if (start - before > MAX_GAP_LENGTH) return null;
      if (isOrdinaryGap(text, sources, before, start)) needsFragment = true;
    }
    for (let place = start; place < end; place += 1)
      state = hashUnit(state, text.charCodeAt(place));
    length += end - start;
    seen |= flags[piece] as number;
    if (piece === at) continue;
    const mayBeWhole = (seen & UNKNOWN) !== 0 && length >= MIN_WHOLE_LENGTH;
    const mayBeListed = length >= MIN_LISTED_LENGTH && (!needsFragment || (seen & FRAGMENT) !== 0);
    if (!mayBeWhole && !mayBeListed) continue;
    const key = fingerprintOf(state);
    const isWord =
      (mayBeWhole && isWordCost(vocabulary.costOf(key))) ||
      (mayBeListed && vocabulary.hasListed(key));
    if (!isWord) continue;
    const count = piece - at + 1;
    return {
      start: starts[at] as number,
      end,
      words: joinTexts(text, pieces, at, count),
      pieces: count,
    };
  }
  return null;
}

/** Emoji are folded to commas, so their source distinguishes them. */
function isOrdinaryGap(text: string, sources: Uint16Array, from: number, to: number): boolean {
  const first = text.charCodeAt(from);
  const last = text.charCodeAt(to - 1);
  const isBreak = (first === BLANK && last === LINE_END) || (first === LINE_END && last === BLANK);
  if (to - from === 1 ? !ORDINARY_GAPS.includes(text[from] as string) : !isBreak) return false;
  const source = sources[from] as number;
  const emoji = source >= FIRST_SURROGATE && source <= LAST_SURROGATE;
  return !emoji && !(source >= 0x2190 && source < 0x2c00);
}

/** A part of the text to read as other words. */
export interface Mend {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}
