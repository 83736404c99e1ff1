import { foldText, toHiragana } from './folds.ts';
import { KANA, LATIN, type Letters, lettersOf, scriptOf } from './letters.ts';
import { isOwnLanguage } from './list-file.ts';
import { withoutScratch } from './scratch.ts';
import { CHINESE, CLAUSE_BORDER, JAPANESE, PERHAPS_JAPANESE } from './segment.ts';
import type { Signal } from './signals.ts';
import type { Term } from './term-bytes.ts';
import type { TermIndex, TermText } from './terms.ts';
import { fingerprintOf, HASH_START, hashUnit, isWordCost } from './word-table.ts';

/** Replacements of letters that aren't a plain letter with an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd' };
/** In doubt about the language, only these count: a context that isn't one must not soften. */
const DECISIVE: ReadonlySet<Signal> = new Set<Signal>([
  ...(['minor', 'nudity', 'sexual', 'explicit', 'risque', 'assault', 'bestiality'] as const),
  ...(['undress-tool', 'undress-phrase', 'face-swap'] as const),
]);
/** Signs that end a clause; phrases don't extend beyond them. */
const CLAUSE_END = /[.,;:!?\n]/;

/** Whether the term itself is at `start` of the text, rather than only its letters. */
export function standsAt(term: Term, text: TermText, start: number, index: TermIndex): boolean {
  const end = start + term.key.length - 1;
  if (!hasRuns(columnsOf(term, index), text.letters, start)) return false;
  if (term.script === 'free') return true;
  if (term.script === 'han') return standsAmongHan(term, text, start, end, index);
  return standsAmongWords(term, text, start, end, index);
}

function columnsOf(term: Term, { table }: TermIndex): Letters {
  term.letters ??= withoutScratch(() => lettersOf(foldText(term.written, table)));
  return term.letters;
}

/** "as" is not "ass": each letter must be repeated at least as often as in the list. */
function hasRuns(written: Letters, text: Letters, start: number): boolean {
  for (let index = 0; index < written.length; index += 1) {
    if ((text.runs[start + index] as number) < (written.runs[index] as number)) return false;
  }
  return true;
}

/** A single letter more may belong to a listed word that the harmless one doesn't contain. */
function isRepeatedEvenly(written: Letters, text: Letters, start: number): boolean {
  let longer = 0;
  for (let index = 0; index < written.length; index += 1) {
    if (text.runs[start + index] !== written.runs[index]) longer += 1;
  }
  return longer === 0 || longer === written.length;
}

function standsAmongHan(
  term: Term,
  { letters, borders }: TermText,
  start: number,
  end: number,
  index: TermIndex,
): boolean {
  let readings = (borders[start] as number) & readingsOf(term);
  if (!term.prefix) readings &= borders[end + 1] as number;
  if (readings === 0) return false;
  const written = columnsOf(term, index);
  const follows = isHan(letters, start - 1) && isAdjacent(letters, start);
  // With its first letter twice, it follows a word that ends with that letter.
  if (term.first && follows && letters.runs[start] === written.runs[0]) return false;
  if (term.signal === 'harmless' && !isRepeatedEvenly(written, letters, start)) return false;
  const { japaneseOnly } = index.table;
  for (let place = 0; place < written.length; place += 1) {
    if (place > 0 && ((borders[start + place] as number) & CLAUSE_BORDER) !== 0) return false;
    const source = letters.sources[start + place] as number;
    if (term.language === 'ja') {
      if (toHiragana(source) !== toHiragana(written.sources[place] as number)) return false;
    } else if (japaneseOnly.has(source)) return false;
  }
  return true;
}

/** The languages in which the term's letters mean what the list says. */
function readingsOf({ homograph, language, signal }: Term): number {
  if (!homograph) return CHINESE | JAPANESE | PERHAPS_JAPANESE;
  if (language !== 'ja') return CHINESE;
  return DECISIVE.has(signal) ? JAPANESE | PERHAPS_JAPANESE : JAPANESE;
}

function isHan(letters: Letters, place: number): boolean {
  return place >= 0 && scriptOf(letters.units[place] as number) >= KANA;
}

function isAdjacent(letters: Letters, place: number): boolean {
  const before = (letters.offsets[place - 1] as number) + (letters.runs[place - 1] as number);
  return before === letters.offsets[place];
}

function standsAmongWords(
  term: Term,
  { folded, letters, foreign }: TermText,
  start: number,
  end: number,
  index: TermIndex,
): boolean {
  const { tokens, offsets } = letters;
  const written = columnsOf(term, index);
  if (start > 0 && tokens[start - 1] === tokens[start]) return false;
  const ends = end + 1 === letters.length || tokens[end + 1] !== tokens[end];
  if (!term.prefix && !ends) return false;
  let longer = false;
  const strict = isOfOtherLanguage(term) || (foreign && term.language === 'en');
  const shift = (tokens[start] as number) - (written.tokens[0] as number);
  for (let place = 0; place < written.length; place += 1) {
    const at = start + place;
    if (tokens[at] !== (written.tokens[place] as number) + shift) return false;
    if (strict && !isSpelled(term, written, place, letters, at)) return false;
    if ((letters.runs[at] as number) > (written.runs[place] as number)) longer = true;
    if (place === 0 || tokens[at] === tokens[at - 1]) continue;
    const gap = folded.text.slice((offsets[at - 1] as number) + 1, offsets[at]);
    if (CLAUSE_END.test(gap)) return false;
  }
  // "teens" is not "tens" with a letter repeated, because it is a word.
  return !longer || !hasOtherWord(term, letters, start, index);
}

function isOfOtherLanguage({ signal, language }: Term): boolean {
  if (signal === 'foreign') return true;
  return signal === 'minor' && language !== null && !isOwnLanguage(language);
}

/**
 * Foreign words are similar to others: a doubled letter or different accents make a different word.
 * Accents may be omitted unless the list forbids it.
 */
function isSpelled(
  { exact }: Term,
  word: Letters,
  place: number,
  letters: Letters,
  at: number,
): boolean {
  if (letters.runs[at] === 2 && word.runs[place] === 1) return false;
  const written = lowerCase(word.sources[place] as number);
  const source = lowerCase(letters.sources[at] as number);
  return source === written || (!exact && source === withoutAccent(written));
}

function lowerCase(unit: number): string {
  return String.fromCharCode(unit).toLowerCase();
}

function withoutAccent(letter: string): string {
  return PLAIN_LETTERS[letter] ?? letter.normalize('NFD').charAt(0);
}

/** Whether a token of the match is a separate word that the term spells differently. */
function hasOtherWord(term: Term, letters: Letters, start: number, index: TermIndex): boolean {
  const written = columnsOf(term, index);
  let place = 0;
  while (place < written.length) {
    const token = letters.tokens[start + place];
    let state = HASH_START;
    let longer = false;
    let at = start + place;
    for (; at < letters.length && letters.tokens[at] === token; at += 1) {
      const unit = letters.units[at] as number;
      if (scriptOf(unit) !== LATIN) break;
      const runs = letters.runs[at] as number;
      for (let times = 0; times < runs; times += 1) state = hashUnit(state, unit);
      if (runs > (written.runs[at - start] ?? runs)) longer = true;
    }
    if (longer && isWordCost(index.dictionary.en.costOf(fingerprintOf(state)))) return true;
    if (at === start + place) at += 1;
    place = at - start;
  }
  return false;
}
