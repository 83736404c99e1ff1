import type { Letters } from './letters.ts';
import { FOREIGN_LANGUAGES, LANGUAGES, type ListLanguage } from './list-file.ts';
import { SIGNALS, type Signal } from './signals.ts';

/** A word of a list. */
export interface Term {
  readonly signal: Signal;
  /** Its letters, squeezed and without blanks: what the matcher looks for. */
  readonly key: string;
  /** As the list has it. */
  readonly written: string;
  /** Its columns, made when the term is first met. */
  letters: Letters | null;
  /** Matches whatever follows in the same token. */
  readonly prefix: boolean;
  /** Matches only where no Chinese character or kana stands right before it. */
  readonly first: boolean;
  /** Matches only with the accents that it has: without them it is another word. */
  readonly exact: boolean;
  readonly script: 'words' | 'han' | 'free';
  readonly language: ListLanguage | null;
  /** A word of another meaning in the other of Chinese and Japanese. */
  readonly homograph: boolean;
}

/** What `bytesOf` gives: signal, flags, script, language. */
export const TERM_BYTES = 4;
const PREFIX = 1;
const FIRST = 2;
const HOMOGRAPH = 4;
/** Written with the letters of the term before it. */
const SAME_KEY = 8;
const EXACT = 16;
const SCRIPTS = ['words', 'han', 'free'] as const;
const TERM_LANGUAGES: readonly ListLanguage[] = [...LANGUAGES, ...FOREIGN_LANGUAGES];
const NO_LANGUAGE = 255;

/** A term without its letters; `sameKey` says that they are those of the term before it. */
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

/** Of each word of the matcher the place of its first term, and the end of all. */
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

/** The terms from one number to another, whose letters `lineAt` gives. */
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
