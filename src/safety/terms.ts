import { type FoldTable, foldText } from './folds.ts';
import { isKana, type Letters, lettersOf, scriptOf } from './letters.ts';
import { buildMatcher, type Matcher } from './matcher.ts';
import { SIGNALS, type Signal, type SignalLists } from './signals.ts';

/** A word of a list, in the letters of `lettersOf`. */
export interface Term {
  readonly signal: Signal;
  readonly letters: Letters;
  /** Token borders inside the word, as it is written in the list. */
  readonly borders: number;
  /** Matches whatever follows in the same token. */
  readonly prefix: boolean;
  /** Chinese or Japanese: needs no token border at its ends. */
  readonly free: boolean;
}

export interface TermIndex {
  readonly matcher: Matcher;
  /** Per pattern number of the matcher: the terms that are written so. */
  readonly terms: readonly (readonly Term[])[];
}

/** Kana words shorter than this appear inside too many other words to be matched anywhere. */
const SHORTEST_FREE_KANA = 3;
/** Shorter words are not looked for in pieces ("an al") or glued together. */
const SHORTEST_BROKEN_WORD = 5;

/** Builds the index of all lists, folded as prompts are. */
export function indexTerms(lists: SignalLists, table: FoldTable): TermIndex {
  const byText = new Map<string, Term[]>();
  for (const signal of SIGNALS) {
    for (const text of lists[signal]) {
      const term = termOf(signal, text, table);
      const key = String.fromCharCode(...term.letters.units.subarray(0, term.letters.length));
      byText.set(key, [...(byText.get(key) ?? []), term]);
    }
  }
  const patterns = [...byText.keys()].map((key) =>
    Uint16Array.from(key, (character) => character.charCodeAt(0)),
  );
  return { matcher: buildMatcher(patterns), terms: [...byText.values()] };
}

function termOf(signal: Signal, text: string, table: FoldTable): Term {
  const prefix = text.endsWith('*');
  const letters = lettersOf(foldText(prefix ? text.slice(0, -1) : text, table));
  if (letters.length === 0) throw new Error(`list ${signal}: an entry without letters`);
  const units = [...letters.units.subarray(0, letters.length)];
  const free = units.every((unit) => scriptOf(unit) > 2)
    ? !units.every(isKana) || units.length >= SHORTEST_FREE_KANA
    : false;
  return { signal, letters, borders: bordersWithin(letters, 0, letters.length - 1), prefix, free };
}

/** Whether the term really stands at `start` of the text, rather than only its letters. */
export function standsAt(term: Term, text: Letters, start: number): boolean {
  const end = start + term.letters.length - 1;
  if (!hasRuns(term, text, start)) return false;
  if (term.free) return true;
  const { tokens } = text;
  if (start > 0 && tokens[start - 1] === tokens[start]) return false;
  if (!term.prefix && end + 1 < text.length && tokens[end + 1] === tokens[end]) return false;
  const borders = bordersWithin(text, start, end);
  if (borders === term.borders) return true;
  if (borders === end - start && end > start + 1) return true;
  return term.letters.length >= SHORTEST_BROKEN_WORD;
}

/** "as" is not "ass": each letter must be repeated at least as often as in the list. */
function hasRuns(term: Term, text: Letters, start: number): boolean {
  for (let index = 0; index < term.letters.length; index += 1) {
    if ((text.runs[start + index] as number) < (term.letters.runs[index] as number)) return false;
  }
  return true;
}

function bordersWithin(letters: Letters, start: number, end: number): number {
  return (letters.tokens[end] as number) - (letters.tokens[start] as number);
}
