import type { Stretch } from './gaps.ts';
import { IDEOGRAPH, isHiragana, isKatakana, LONG_VOWEL, scriptOf } from './letters.ts';
import {
  COST_STEPS,
  fingerprintOf,
  HASH_START,
  hashUnit,
  isWordCost,
  type WordTable,
} from './word-table.ts';

/** Maximum letters of a word to look up; only words in katakana may be longer. */
export const MAX_WORD_LENGTH = 8;
export const MAX_KATAKANA_LENGTH = 12;
/** Longer words are only looked up if the table has their prefix. */
const HAN_BEGINNING = 3;
/** Cost of a character that isn't a word, in steps. */
const UNKNOWN_IDEOGRAPH = 13 * COST_STEPS;
const UNKNOWN_KANA = 12 * COST_STEPS;
/** An unknown katakana word stays whole: cost of its first letter and of each further one. */
const UNKNOWN_KATAKANA = 13 * COST_STEPS;
const KATAKANA_LETTER = COST_STEPS;
/**
 * Maximum cost of a known katakana word besides that of its letters: two of them are cheaper than
 * an unknown word, unless both are as short as pieces of names are.
 */
const KATAKANA_PART = 4 * COST_STEPS;
const SHORT_PART = 8 * COST_STEPS;
const SHORT_PART_LETTERS = 2;
/** Added for a word with katakana and hiragana: usually a noun and the particle after it. */
const MIXED_KANA = 8 * COST_STEPS;
/** Subtracted if a repeated letter ends one word and begins the next: both have theirs. */
const REPEATED = 8 * COST_STEPS;
const INFINITE = 0x7fffffff;

/** Kinds of a word's letters, or'ed. */
const HIRAGANA = 1;
const KATAKANA = 2;
const HAN = 4;
const LAST_KANA = 0x30ff;

/** Reused across texts: the costs to write a text up to each letter, and where words begin. */
let best = new Int32Array(1_024);
/** The beginning of the word before each letter; negative if that repeats the last word's end. */
let from = new Int32Array(1_024);
let isBorder = new Uint8Array(1_024);

/**
 * The cost of the cheapest way to write the letters in words of the table. Then `hasWordAt` gives
 * where its words begin and end.
 */
export function cheapestWords(text: Stretch, table: WordTable): number {
  const size = text.end - text.start;
  makeRoom(size + 1);
  best.fill(INFINITE, 0, size + 1);
  best[0] = 0;
  for (let at = 0; at < size; at += 1) {
    if (at > 0 && isRepeated(text, at - 1)) extendWords(text, at - 1, true, table);
    extendWords(text, at, false, table);
  }
  isBorder.fill(0, 0, size + 1);
  let at = size;
  while (at > 0) {
    isBorder[at] = 1;
    const begin = from[at] as number;
    if (begin < 0) isBorder[~begin] = 1;
    at = begin < 0 ? ~begin + 1 : begin;
  }
  // A repeated letter may end one word and begin the next, even if that is on no list of words.
  for (let place = 0; place < size; place += 1) if (isRepeated(text, place)) isBorder[place] = 1;
  isBorder[0] = 1;
  return best[size] as number;
}

/** Whether a word of the last text begins or ends before the letter, counted from its start. */
export function hasWordAt(place: number): boolean {
  return isBorder[place] === 1;
}

function makeRoom(size: number): void {
  if (size <= best.length) return;
  best = new Int32Array(size);
  from = new Int32Array(size);
  isBorder = new Uint8Array(size);
}

function isRepeated({ letters, start, isPlain }: Stretch, at: number): boolean {
  return isPlain && (letters.runs[start + at] as number) > 1;
}

/**
 * Offers every word starting here, added to the cheapest way to this position. `again` starts with
 * a repeated letter that has ended a word before.
 */
function extendWords(text: Stretch, at: number, again: boolean, table: WordTable): void {
  const { gaps, start } = text;
  const { units, sources } = text.letters;
  const base = again ? (best[at + 1] as number) - REPEATED : (best[at] as number);
  const longest = isKatakanaAt(text, at) ? MAX_KATAKANA_LENGTH : MAX_WORD_LENGTH;
  const limit = Math.min(text.end - start, at + longest);
  let state = HASH_START;
  let crossed = 0;
  let kinds = 0;
  for (let next = at; next < limit; next += 1) {
    if (next > at) crossed += gaps[start + next] as number;
    const unit = units[start + next] as number;
    state = hashUnit(state, unit);
    kinds |= kindOf(sources[start + next] as number);
    const known = table.costOf(fingerprintOf(state));
    const length = next + 1 - at;
    const cost = length > 1 ? wordCost(known, kinds, length) : letterCost(known, text, at);
    if (cost >= 0 && !(again && length === 1)) {
      offer(again ? ~at : at, next + 1, base + cost + crossed);
    }
    // No word starts with these letters.
    if (known < 0 && length < HAN_BEGINNING + 1) break;
  }
  const run = again ? 0 : katakanaRun(text, at);
  if (run > 1) offer(at, at + run, base + UNKNOWN_KATAKANA + run * KATAKANA_LETTER);
}

function offer(begin: number, end: number, cost: number): void {
  if (cost >= (best[end] as number)) return;
  best[end] = cost;
  from[end] = begin;
}

function kindOf(source: number): number {
  if (source > LAST_KANA) return HAN;
  if (source === LONG_VOWEL) return 0;
  if (isKatakana(source)) return KATAKANA;
  return isHiragana(source) ? HIRAGANA : HAN;
}

/** The cost of several letters, or -1 if they aren't a word. */
function wordCost(known: number, kinds: number, length: number): number {
  if (!isWordCost(known)) return -1;
  if ((kinds & HIRAGANA) !== 0 && (kinds & KATAKANA) !== 0) return known + MIXED_KANA;
  if (kinds !== KATAKANA) return known;
  const part = length > SHORT_PART_LETTERS ? KATAKANA_PART : SHORT_PART;
  return Math.min(known, part + length * KATAKANA_LETTER);
}

/** A letter within a katakana word isn't a particle, unless particles are in katakana, too. */
function letterCost(known: number, text: Stretch, at: number): number {
  const unit = text.letters.units[text.start + at] as number;
  const unknown = scriptOf(unit) === IDEOGRAPH ? UNKNOWN_IDEOGRAPH : UNKNOWN_KANA;
  if (!isWordCost(known) || known >= unknown) return unknown;
  if (text.isKatakanaOnly) return known;
  const within = isKatakanaAt(text, at) && (joins(text, at) || joins(text, at + 1));
  return within ? unknown : known;
}

/** Length of the complete katakana word starting here; 0 within one or elsewhere. */
function katakanaRun(text: Stretch, at: number): number {
  if (!isKatakanaAt(text, at) || joins(text, at)) return 0;
  let length = 1;
  while (joins(text, at + length)) length += 1;
  return length;
}

/** Whether katakana stand on both sides of the place, without a gap. */
function joins(text: Stretch, at: number): boolean {
  if (at === 0 || text.start + at >= text.end || text.gaps[text.start + at] !== 0) return false;
  return isKatakanaAt(text, at - 1) && isKatakanaAt(text, at);
}

function isKatakanaAt({ letters, start }: Stretch, at: number): boolean {
  return isKatakana(letters.sources[start + at] as number);
}
