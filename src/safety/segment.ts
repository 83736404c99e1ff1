import { cheapestWords, hasWordAt } from './cheapest-words.ts';
import type { Dictionary } from './dictionary.ts';
import type { FoldedText, FoldTable } from './folds.ts';
import { CLAUSE_INSIDE, type Stretch, weighGaps } from './gaps.ts';
import { isHiragana, KANA, type Letters, scriptOf } from './letters.ts';
import { uint8Scratch, uint16Scratch } from './scratch.ts';
import { COST_STEPS } from './word-table.ts';

/**
 * Word borders in Chinese and Japanese text, by the cheapest way to write it in dictionary words. A
 * border has the languages in which the text reads so, or'ed; other letters have none.
 */
export type Borders = Uint8Array;

/** Languages of a border. */
export const CHINESE = 1;
export const JAPANESE = 2;
/** Added to a border after the end of a clause. */
export const CLAUSE_BORDER = 4;
/** Japanese words in a clause without kana, which may be Chinese. */
export const PERHAPS_JAPANESE = 8;

/** A clause is Japanese too if that costs at most this much more, in steps for each letter. */
const DOUBT_PER_LETTER = 2 * COST_STEPS;

/** Share of repeated letters from which repeating them is a disguise; two letters may be a word. */
const MOSTLY_REPEATED = 0.5;

/** Finds the words of every run of Chinese and Japanese letters. */
export function findBorders(
  letters: Letters,
  text: FoldedText,
  dictionary: Dictionary,
  table: Pick<FoldTable, 'chineseOnly'>,
): Borders {
  const borders = uint8Scratch(letters.length + 1);
  const gaps = uint16Scratch(letters.length);
  let start = 0;
  while (start < letters.length) {
    if (!isCjk(letters, start)) {
      start += 1;
      continue;
    }
    let end = start + 1;
    while (end < letters.length && isCjk(letters, end)) end += 1;
    weighGaps(letters, start, end, text, gaps);
    segmentRun(describeRun(letters, gaps, start, end), dictionary, table, borders);
    start = end;
  }
  return borders;
}

function isCjk(letters: Letters, index: number): boolean {
  return scriptOf(letters.units[index] as number) >= KANA;
}

function describeRun(letters: Letters, gaps: Uint16Array, start: number, end: number): Stretch {
  let repeated = 0;
  let hiragana = 0;
  for (let index = start; index < end; index += 1) {
    if ((letters.runs[index] as number) > 1) repeated += 1;
    if (isHiragana(letters.sources[index] as number)) hiragana += 1;
  }
  const isPlain = repeated <= (end - start) * MOSTLY_REPEATED;
  return { letters, gaps, start, end, isPlain, isKatakanaOnly: hiragana === 0 };
}

function segmentRun(
  run: Stretch,
  dictionary: Dictionary,
  table: Pick<FoldTable, 'chineseOnly'>,
  borders: Borders,
): void {
  const japanese = hasKana(run);
  let start = run.start;
  while (start < run.end) {
    let end = start + 1;
    while (end < run.end && run.gaps[end] !== CLAUSE_INSIDE) end += 1;
    const clause = { ...run, start, end };
    if (japanese) segmentJapanese(clause, dictionary, borders);
    else segmentUncertain(clause, dictionary, table, borders);
    if (start > run.start) borders[start] = (borders[start] as number) | CLAUSE_BORDER;
    start = end;
  }
}

function segmentJapanese(clause: Stretch, { ja }: Dictionary, borders: Borders): void {
  cheapestWords(clause, ja);
  markWords(clause, JAPANESE, borders);
}

/** Only Japanese has kana; without them, a clause may be read in both languages. */
function segmentUncertain(
  clause: Stretch,
  { ja, zh }: Dictionary,
  { chineseOnly }: Pick<FoldTable, 'chineseOnly'>,
  borders: Borders,
): void {
  const chinese = cheapestWords(clause, zh);
  markWords(clause, CHINESE, borders);
  if (hasAny(clause, chineseOnly)) return;
  const doubt = (clause.end - clause.start) * DOUBT_PER_LETTER;
  if (cheapestWords(clause, ja) <= chinese + doubt) markWords(clause, PERHAPS_JAPANESE, borders);
  else markLoneLetters(clause, borders);
}

function hasAny({ letters, start, end }: Stretch, characters: ReadonlySet<number>): boolean {
  for (let index = start; index < end; index += 1) {
    if (characters.has(letters.sources[index] as number)) return true;
  }
  return false;
}

/** A single letter between gaps is a word in either language. */
function markLoneLetters({ gaps, start, end }: Stretch, borders: Borders): void {
  for (let place = start; place < end; place += 1) {
    if (place > start && gaps[place] === 0) continue;
    if (place + 1 < end && gaps[place + 1] === 0) continue;
    borders[place] = (borders[place] as number) | PERHAPS_JAPANESE;
    borders[place + 1] = (borders[place + 1] as number) | PERHAPS_JAPANESE;
  }
}

function markWords({ start, end }: Stretch, language: number, borders: Borders): void {
  for (let place = start; place <= end; place += 1) {
    if (hasWordAt(place - start)) borders[place] = (borders[place] as number) | language;
  }
}

function hasKana({ letters, start, end }: Stretch): boolean {
  for (let index = start; index < end; index += 1) {
    if (scriptOf(letters.units[index] as number) === KANA) return true;
  }
  return false;
}
