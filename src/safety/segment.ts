import type { Dictionary } from './dictionary.ts';
import type { FoldedText } from './folds.ts';
import { IDEOGRAPH, KANA, type Letters, scriptOf } from './letters.ts';
import { uint8Scratch, uint16Scratch } from './scratch.ts';
import {
  COST_STEPS,
  fingerprintOf,
  HASH_START,
  hashUnit,
  isWordCost,
  type WordTable,
} from './word-table.ts';

/**
 * Word borders in Chinese and Japanese text, by the cheapest way to write it in dictionary words. A
 * border has the language; other letters have none.
 */
export type Borders = Uint8Array;

/** A border's language. */
export const CHINESE = 1;
export const JAPANESE = 2;
/** Added to a border after the end of a clause. */
export const CLAUSE_BORDER = 4;

/** Maximum letters of a word to look up. */
const MAX_WORD_LENGTH = 8;
/** Longer words are only looked up if the table has their prefix. */
const HAN_BEGINNING = 3;
/** Cost of a character that isn't a word, in steps. */
const UNKNOWN_IDEOGRAPH = 13 * COST_STEPS;
const UNKNOWN_KANA = 12 * COST_STEPS;
/** An unknown katakana word stays whole: cost of its first letter and of each further one. */
const UNKNOWN_KATAKANA = 13 * COST_STEPS;
const KATAKANA_LETTER = COST_STEPS;
/** Cost of a blank or sign within a word; words don't extend beyond a clause. */
const BLANK_INSIDE = 4 * COST_STEPS;
const CLAUSE_INSIDE = 0xffff;
/** Share of gaps from which a text counts as written with separated characters. */
const SPACED_SHARE = 0.6;
const CLAUSE_END = /[.,;:!?()[\]{}"\n]/;
const INFINITE = 0x7fffffff;

/** Finds the words of every run of Chinese and Japanese letters. */
export function findBorders(letters: Letters, text: FoldedText, dictionary: Dictionary): Borders {
  const borders = uint8Scratch(letters.length + 1);
  let start = 0;
  while (start < letters.length) {
    if (!isCjk(letters, start)) {
      start += 1;
      continue;
    }
    let end = start + 1;
    while (end < letters.length && isCjk(letters, end)) end += 1;
    segmentRun(letters, start, end, gapCosts(letters, start, end, text), dictionary, borders);
    start = end;
  }
  return borders;
}

function isCjk(letters: Letters, index: number): boolean {
  return scriptOf(letters.units[index] as number) >= KANA;
}

/** Cost of the gap before each letter of the run. */
function gapCosts(letters: Letters, start: number, end: number, text: FoldedText): Uint16Array {
  const costs = uint16Scratch(end - start);
  let gaps = 0;
  for (let index = start + 1; index < end; index += 1) {
    const from = (letters.offsets[index - 1] as number) + 1;
    const to = letters.offsets[index] as number;
    if (to <= from) continue;
    // Repetitions of the previous letter aren't a gap.
    let cost = 0;
    for (let at = from; at < to; at += 1) {
      if (scriptOf(text.text.charCodeAt(at)) !== 0) continue;
      const ends =
        CLAUSE_END.test(text.text[at] as string) && !isSymbol(text.sources[at] as number);
      cost = Math.max(cost, ends ? CLAUSE_INSIDE : BLANK_INSIDE);
    }
    if (cost > 0) gaps += 1;
    costs[index - start] = cost;
  }
  if (end - start > 3 && gaps >= (end - start - 1) * SPACED_SHARE) costs.fill(0);
  return costs;
}

/** Emoji are folded to commas, but don't end a clause. */
function isSymbol(source: number): boolean {
  return (source >= 0xd800 && source < 0xe000) || (source >= 0x2190 && source < 0x2c00);
}

function segmentRun(
  letters: Letters,
  start: number,
  end: number,
  gaps: Uint16Array,
  dictionary: Dictionary,
  borders: Borders,
): void {
  const language = hasKana(letters, start, end) ? JAPANESE : CHINESE;
  const table = language === JAPANESE ? dictionary.ja : dictionary.zh;
  const size = end - start;
  const { best, from } = roomFor(size + 1);
  best.fill(INFINITE, 0, size + 1);
  best[0] = 0;
  for (let at = 0; at < size; at += 1) {
    extendWords(letters, start, at, size, gaps, table, best, from);
  }
  for (let at = size; at > 0; at = from[at] as number) borders[start + at] = language;
  for (let at = 1; at < size; at += 1) {
    if (gaps[at] === CLAUSE_INSIDE) borders[start + at] = language + CLAUSE_BORDER;
  }
  borders[start] = language;
}

/** Reused across texts, because there are many short runs. */
let room = { best: new Int32Array(1_024), from: new Int32Array(1_024) };

function roomFor(size: number): typeof room {
  if (size > room.best.length) room = { best: new Int32Array(size), from: new Int32Array(size) };
  return room;
}

function hasKana(letters: Letters, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (scriptOf(letters.units[index] as number) === KANA) return true;
  }
  return false;
}

/** Offers every word starting here, added to the cheapest way to this position. */
function extendWords(
  letters: Letters,
  start: number,
  at: number,
  size: number,
  gaps: Uint16Array,
  table: WordTable,
  best: Int32Array,
  from: Int32Array,
): void {
  const base = best[at] as number;
  const limit = Math.min(size, at + MAX_WORD_LENGTH);
  let state = HASH_START;
  let crossed = 0;
  for (let next = at; next < limit; next += 1) {
    if (next > at) crossed += gaps[next] as number;
    if (crossed >= CLAUSE_INSIDE) break;
    const unit = letters.units[start + next] as number;
    state = hashUnit(state, unit);
    const known = table.costOf(fingerprintOf(state));
    let cost = known;
    if (next === at) {
      const unknown = scriptOf(unit) === IDEOGRAPH ? UNKNOWN_IDEOGRAPH : UNKNOWN_KANA;
      cost = isWordCost(known) ? Math.min(known, unknown) : unknown;
    }
    if (isWordCost(cost)) offer(best, from, at, next + 1, base + cost + crossed);
    // No word starts with these letters.
    if (known < 0 && next < at + HAN_BEGINNING) break;
  }
  const run = katakanaRun(letters, start, at, size);
  if (run > 1) offer(best, from, at, at + run, base + UNKNOWN_KATAKANA + run * KATAKANA_LETTER);
}

function offer(best: Int32Array, from: Int32Array, begin: number, end: number, cost: number): void {
  if (cost >= (best[end] as number)) return;
  best[end] = cost;
  from[end] = begin;
}

/** Length of the complete katakana word starting here; 0 within one or elsewhere. */
function katakanaRun(letters: Letters, start: number, at: number, size: number): number {
  if (!isKatakana(letters.sources[start + at] as number)) return 0;
  if (at > 0 && isKatakana(letters.sources[start + at - 1] as number)) return 0;
  let length = 1;
  while (at + length < size && isKatakana(letters.sources[start + at + length] as number)) {
    length += 1;
  }
  return length;
}

function isKatakana(source: number): boolean {
  return (source >= 0x30a1 && source <= 0x30fa) || source === 0x30fc;
}
