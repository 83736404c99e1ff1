import type { CompiledLists } from './compiled.ts';
import { indexFirstLetters } from './first-letters.ts';
import { indexMisspellings, type Misspellings } from './misspellings.ts';
import type { SignalLists } from './signals.ts';
import { indexSounds, type Sounds } from './sounds.ts';
import { createSplitter } from './split-glued.ts';
import {
  addWord,
  COST_STEPS,
  createWordTable,
  fingerprint,
  isWordCost,
  type WordTable,
} from './word-table.ts';

/** English words: all known words, and the list words to find. */
export interface Vocabulary {
  isKnown(word: string): boolean;
  /** The cost of the known word with this fingerprint, or -1 or `PREFIX_ONLY` for none. */
  costOf(fingerprint: number): number;
  /** Whether a listed word has this fingerprint. */
  hasListed(fingerprint: number): boolean;
  isListed(word: string): boolean;
  /** Whether it is a word of another language, which no misspelling explains. */
  isOrdinary(word: string): boolean;
  /**
   * The listed word that this unknown one misspells by one letter or one swap. In a text full of
   * misspellings (`dense`), short words count, too.
   */
  nearest(word: string, dense?: boolean): string | null;
  /** The common word that this one misspells. */
  nearestCommon(word: string): string | null;
  /** The listed word that transliterated Cyrillic letters sound like. */
  soundsListed: Sounds;
  /** The listed word that matches letters with `*` for each masked letter. */
  fill(masked: string): string | null;
  /** Whether the letters may contain a listed word of four or more letters; rarely wrong. */
  mayHoldListed(letters: string): boolean;
  /** The known words written without blanks, or null. */
  split(glued: string): readonly string[] | null;
}

const WORD = /[a-z]+/g;
/** An entry for all words with a prefix, and how such words end. */
const STEM = /[a-z]{4,}\*$/;
const ENDINGS = ['e', 's', 'es', 'ed', 'ing', 'ion', 'er'] as const;
const LISTED_COST = 12 * COST_STEPS;
const MIN_MASKED_LENGTH = 3;
/** Lists whose English words are found in disguise. */
const LOOKED_FOR = [
  ...(['nudity', 'sexual', 'explicit', 'risque', 'suggestive', 'assault', 'coercion'] as const),
  ...(['covert', 'undress-tool', 'undress-phrase', 'undress-verb', 'garment', 'owner'] as const),
  ...(['source-photo', 'face-swap', 'face', 'swap-verb', 'onto', 'body', 'bestiality'] as const),
  ...(['animal', 'minor', 'clothing'] as const),
];

/** Builds the vocabulary of the lists' English words over the dictionary's table, adding to it. */
export function buildVocabulary(
  { words, common, ordinary }: Pick<CompiledLists, 'words' | 'common' | 'ordinary'>,
  known: WordTable,
): Vocabulary {
  const listed = new Set(words);
  for (const word of listed) addWord(known, word, LISTED_COST);
  const listedTable = createWordTable(listed.size);
  for (const word of listed) listedTable.add(fingerprint(word), 0);
  // Created lazily, because few texts are Cyrillic or full of misspellings.
  let sounds: Sounds | null = null;
  let misspelt: Misspellings | null = null;
  const shapes = groupByShape(listed);
  const ofOthers = new Set(ordinary);
  const isKnown = (word: string) => isWordCost(known.costOf(fingerprint(word)));
  return {
    isKnown,
    costOf: known.costOf,
    hasListed: (key) => listedTable.costOf(key) >= 0,
    isListed: (word) => listed.has(word),
    isOrdinary: (word) => ofOthers.has(word),
    nearest: indexMisspellings(listed),
    nearestCommon(word) {
      misspelt ??= indexMisspellings(new Set(common));
      return misspelt(word, true);
    },
    soundsListed(spelled) {
      sounds ??= indexSounds(listed);
      return sounds(spelled);
    },
    fill: (masked) => shapes(masked)?.find((word) => fits(word, masked)) ?? null,
    mayHoldListed: indexFirstLetters(listed),
    split: createSplitter(known),
  };
}

/** The lists' English words to find in disguise. */
export function listedWords(lists: SignalLists): readonly string[] {
  const words = new Set<string>();
  for (const signal of LOOKED_FOR) {
    for (const { text, language } of lists[signal]) {
      if (language !== 'en') continue;
      for (const [word] of text.matchAll(WORD)) if (word.length > 2) words.add(word);
      const [stem] = STEM.exec(text) ?? [];
      if (stem) for (const ending of ENDINGS) words.add(stem.slice(0, -1) + ending);
    }
  }
  return [...words];
}

/** Groups words by length and first letter, which is rarely masked. */
function groupByShape(
  words: ReadonlySet<string>,
): (masked: string) => readonly string[] | undefined {
  const groups = new Map<string, string[]>();
  const keyOf = (word: string) => `${word.length}${word[0]}`;
  for (const word of words) {
    if (word.length < MIN_MASKED_LENGTH) continue;
    const others = groups.get(keyOf(word));
    if (others) others.push(word);
    else groups.set(keyOf(word), [word]);
  }
  return (masked) => groups.get(keyOf(masked));
}

function fits(word: string, masked: string): boolean {
  for (let place = 0; place < masked.length; place += 1) {
    if (masked[place] !== '*' && masked[place] !== word[place]) return false;
  }
  return true;
}
