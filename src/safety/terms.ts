import { MAX_KATAKANA_LENGTH, MAX_WORD_LENGTH } from './cheapest-words.ts';
import {
  ADDED_LANGUAGES,
  type AddedLanguage,
  type Additions,
  type CompiledLists,
} from './compiled.ts';
import type { Dictionary } from './dictionary.ts';
import { type FoldedText, type FoldTable, foldText } from './folds.ts';
import type { Letters } from './letters.ts';
import { beginningsOf, buildMatcher, type Matcher } from './matcher.ts';
import type { Borders } from './segment.ts';
import { SIGNALS, type Signal, type SignalLists, type SignalTerm } from './signals.ts';
import type { Term } from './term-bytes.ts';
import { listedWords } from './vocabulary.ts';
import { addWord, COST_STEPS, fingerprint, isWordCost, PREFIX_ONLY } from './word-table.ts';

/** The text to search for terms. */
export interface TermText {
  readonly folded: FoldedText;
  readonly letters: Letters;
  readonly borders: Borders;
  /** Whether it is in a language that the check doesn't know: then only exact list words count. */
  readonly foreign: boolean;
}

export interface TermIndex {
  readonly matcher: Matcher;
  /** The terms written like the matcher's word with this number. */
  termsOf(word: number): readonly Term[];
  readonly dictionary: Dictionary;
  readonly table: FoldTable;
}

/** Cost of a list word that no dictionary has, in steps: two letters, and each further letter. */
const TERM_COST = 12.5 * COST_STEPS;
const TERM_LETTER = 1.5 * COST_STEPS;
const PLAIN = /^[a-z ]+$/;
const SEPARATORS = /[^\p{L}\p{N}\p{Mc}\u0900-\u0effー々〇]+/gu;
const COMMON_WORD = /^[a-z]{4,}$/;
const DOUBLED = /([a-z])\1/;
const REPEATED = /([^\d\s])\1+/gu;
const REPEATED_HAN = /([\u3005\u3007\u3041-\u3096\u30fc\u3400-\u9fff])\1+/g;
const HAN_ONLY = /^[\u3005\u3007\u3041-\u3096\u30fc\u3400-\u9fff]+$/;
const KATAKANA_ONLY = /^[\u30a1-\u30fa\u30fc]+$/;
const THAI_ONLY = /^[\u0e00-\u0e7f]+$/;

/** Compiles the lists, folded like prompts; `dictionary` tells which words both languages have. */
export function compileLists(
  lists: SignalLists,
  table: FoldTable,
  dictionary: Dictionary,
  ordinary: readonly string[] = [],
  common: readonly string[] = [],
): CompiledLists {
  const byKey = new Map<string, Term[]>();
  for (const signal of SIGNALS) {
    for (const entry of lists[signal]) {
      const term = termOf(signal, entry, table, dictionary);
      const others = byKey.get(term.key);
      if (others) others.push(term);
      else byKey.set(term.key, [term]);
    }
  }
  const terms = [...byKey.values()];
  const words = listedWords(lists);
  const beginnings = beginningsOf([...byKey.keys()]);
  return {
    count: terms.length,
    termsOf: (word) => terms[word] as readonly Term[],
    beginnings,
    additions: { ja: additionsOf(terms, 'ja'), zh: additionsOf(terms, 'zh') },
    words,
    ordinary: ordinary.map((word) => foldText(word, table).text),
    common: common.filter((word) => COMMON_WORD.test(word) && !words.includes(word)),
  };
}

/** Creates the index of compiled lists and adds their words to the dictionary. */
export function indexTerms(
  { termsOf, beginnings, additions }: CompiledLists,
  table: FoldTable,
  dictionary: Dictionary,
): TermIndex {
  for (const language of ADDED_LANGUAGES) {
    const { fingerprints, costs } = additions[language];
    for (let place = 0; place < costs.length; place += 1) {
      dictionary[language].add(fingerprints[place] as number, costs[place] as number);
    }
  }
  return { matcher: buildMatcher(beginnings), termsOf, dictionary, table };
}

function termOf(
  signal: Signal,
  { text, language }: SignalTerm,
  table: FoldTable,
  dictionary: Dictionary,
): Term {
  const first = text.startsWith('|');
  const exact = text.startsWith('=');
  const prefix = text.endsWith('*');
  const written = text.slice(first || exact ? 1 : 0, prefix ? -1 : undefined);
  const plain = PLAIN.test(written);
  const key = plain ? squeezePlain(written) : squeezeFolded(foldText(written, table).text);
  if (key === '') throw new Error(`list ${signal}: an entry without letters`);
  const han = !plain && HAN_ONLY.test(key);
  const free = !plain && THAI_ONLY.test(key);
  const other = language === 'zh' ? dictionary.ja : language === 'ja' ? dictionary.zh : null;
  const homograph = han && other !== null && isWordCost(other.costOf(fingerprint(key)));
  const script = han ? 'han' : free ? 'free' : 'words';
  const letters = null;
  return { signal, key, written, letters, prefix, first, exact, script, language, homograph };
}

/** For most entries: lower-case letters and blanks. */
function squeezePlain(text: string): string {
  const squeezed = DOUBLED.test(text) ? text.replace(REPEATED, '$1') : text;
  return squeezed.replaceAll(' ', '');
}

function squeezeFolded(text: string): string {
  return text.replace(REPEATED, '$1').replace(SEPARATORS, '').replace(REPEATED_HAN, '$1');
}

/** List words compete with dictionary words for letters. */
function additionsOf(terms: readonly (readonly Term[])[], language: AddedLanguage): Additions {
  const costs = new Map<number, number>();
  const add = (key: number, cost: number) =>
    costs.set(key, Math.min(cost, costs.get(key) ?? PREFIX_ONLY));
  for (const { script, key, written, prefix, language: own } of terms.flat()) {
    if (script !== 'han' || prefix || (own === 'ja' ? 'ja' : 'zh') !== language) continue;
    const longest = KATAKANA_ONLY.test(written) ? MAX_KATAKANA_LENGTH : MAX_WORD_LENGTH;
    if (key.length > longest || key.length < 2) continue;
    addWord({ add }, key, TERM_COST + (key.length - 2) * TERM_LETTER);
  }
  const fingerprints = Uint32Array.from(costs.keys()).sort();
  return {
    fingerprints,
    costs: Uint8Array.from(fingerprints, (key) => costs.get(key) as number),
  };
}
