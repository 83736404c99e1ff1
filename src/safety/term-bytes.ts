import type { Letters } from './letters.ts';
import { FOREIGN_LANGUAGES, LANGUAGES, type ListLanguage } from './list-file.ts';
import { SIGNALS, type Signal } from './signals.ts';

/** A word of a list. */
export interface Term {
  readonly signal: Signal;
  /** Its letters, squeezed and without blanks, for the matcher. */
  readonly key: string;
  /** As written in the list. */
  readonly written: string;
  /** Its columns, created when the term first occurs. */
  letters: Letters | null;
  /** Matches regardless of what follows in the same token. */
  readonly prefix: boolean;
  /** Matches only without a Chinese character or kana immediately before it. */
  readonly first: boolean;
  /** Matches only with its exact accents: without them it is a different word. */
  readonly exact: boolean;
  readonly script: 'words' | 'han' | 'free';
  readonly language: ListLanguage | null;
  /** A word with a different meaning in the other of Chinese and Japanese. */
  readonly homograph: boolean;
}

/** Bytes of `bytesOf`: signal, flags, script, language. */
export const TERM_BYTES = 4;
const PREFIX = 1;
const FIRST = 2;
const HOMOGRAPH = 4;
/** Has the letters of the previous term. */
const SAME_KEY = 8;
const EXACT = 16;
const SCRIPTS = ['words', 'han', 'free'] as const;
const TERM_LANGUAGES: readonly ListLanguage[] = [...LANGUAGES, ...FOREIGN_LANGUAGES];
const NO_LANGUAGE = 255;

/** Encodes a term without its letters; `sameKey` if they are those of the previous term. */
export function bytesOf(term: Term, sameKey: boolean): number[] {
  const flags =
    (term.prefix ? PREFIX : 0) |
    (term.first ? FIRST : 0) |
    (term.homograph ? HOMOGRAPH : 0) |
    (term.exact ? EXACT : 0) |
    (sameKey ? SAME_KEY : 0);
  const language = term.language === null ? NO_LANGUAGE : TERM_LANGUAGES.indexOf(term.language);
  return [SIGNALS.indexOf(term.signal), flags, SCRIPTS.indexOf(term.script), language];
}

/** The position of each word's first term, and the end of all terms. */
export function startsOf(flags: Uint8Array): Uint32Array {
  const starts = new Uint32Array(flags.length / TERM_BYTES + 1);
  let words = 0;
  for (let at = 0; at < flags.length; at += TERM_BYTES) {
    if (((flags[at + 1] as number) & SAME_KEY) !== 0) continue;
    starts[words] = at / TERM_BYTES;
    words += 1;
  }
  starts[words] = flags.length / TERM_BYTES;
  return starts.subarray(0, words + 1);
}

/** The terms in a range of numbers, with letters from `lineAt`. */
export function readTerms(
  lineAt: (line: number) => string,
  bytes: Uint8Array,
  first: number,
  end: number,
): Term[] {
  const terms: Term[] = [];
  for (let number = first; number < end; number += 1) {
    const at = number * TERM_BYTES;
    const line = lineAt(number);
    const tab = line.indexOf('\t');
    const flags = bytes[at + 1] as number;
    terms.push({
      signal: SIGNALS[bytes[at] as number] as Signal,
      key: line.slice(0, tab),
      written: line.slice(tab + 1),
      letters: null,
      prefix: (flags & PREFIX) !== 0,
      first: (flags & FIRST) !== 0,
      exact: (flags & EXACT) !== 0,
      script: SCRIPTS[bytes[at + 2] as number] as Term['script'],
      language: TERM_LANGUAGES[bytes[at + 3] as number] ?? null,
      homograph: (flags & HOMOGRAPH) !== 0,
    });
  }
  return terms;
}
