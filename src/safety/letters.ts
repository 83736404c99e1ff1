import type { FoldedText } from './folds.ts';
import { uint8Scratch, uint16Scratch, uint32Scratch } from './scratch.ts';

/**
 * Folded text without separators and with repeated letters squeezed: a stream in which "naked" and
 * "naaaked" are equal. The columns distinguish them again.
 */
export interface Letters {
  readonly length: number;
  /** UTF-16 unit of each letter. */
  readonly units: Uint16Array;
  /** The normalized unit before folding. */
  readonly sources: Uint16Array;
  /** How often the letter was repeated. */
  readonly runs: Uint8Array;
  /** Number of the token: a Chinese character, or a run of kana or Latin letters. */
  readonly tokens: Uint32Array;
  /** Offset of the letter in the folded text. */
  readonly offsets: Uint32Array;
}

export const NONE = 0;
export const LATIN = 1;
const DIGIT = 2;
export const KANA = 3;
export const IDEOGRAPH = 4;
/** Lengthens a vowel of hiragana as well as of katakana. */
export const LONG_VOWEL = 0x30fc;
const MAX_RUN_LENGTH = 255;

/** Extracts the letters of folded text (`foldText`), with offsets in that text. */
export function lettersOf({ text, sources }: FoldedText): Letters {
  const size = text.length;
  const units = uint16Scratch(size);
  const origins = uint16Scratch(size);
  const runs = uint8Scratch(size);
  const tokens = uint32Scratch(size);
  const offsets = uint32Scratch(size);
  let length = 0;
  let token = 0;
  let previous = NONE;
  let previousUnit = 0;
  for (let index = 0; index < size; index += 1) {
    const unit = text.charCodeAt(index);
    const script = scriptOf(unit);
    if (script === NONE) {
      previous = NONE;
      continue;
    }
    const starts = script !== previous || script === IDEOGRAPH;
    // A letter repeats only within a word, unless the text is written letter by letter.
    const repeats =
      unit === previousUnit &&
      script !== DIGIT &&
      (script === previous || (script >= KANA && standsAlone(text, index, offsets, length)));
    if (repeats) {
      runs[length - 1] = Math.min(MAX_RUN_LENGTH, (runs[length - 1] as number) + 1);
    } else {
      if (starts) token += 1;
      units[length] = unit;
      origins[length] = sources[index] as number;
      runs[length] = 1;
      tokens[length] = token;
      offsets[length] = index;
      length += 1;
    }
    previous = script;
    previousUnit = unit;
  }
  return { length, units, sources: origins, runs, tokens, offsets };
}

/** Whether this letter and the one before it have separators on both sides. */
function standsAlone(text: string, index: number, offsets: Uint32Array, length: number): boolean {
  const before = offsets[length - 1] as number;
  return [before - 1, before + 1, index + 1].every((at) => isSeparator(text, at));
}

function isSeparator(text: string, index: number): boolean {
  return index < 0 || index >= text.length || scriptOf(text.charCodeAt(index)) === NONE;
}

/** The script class of a folded unit: tokens end where it changes. */
export function scriptOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LATIN;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit < 0x80) return NONE;
  if (unit >= 0x3400 && unit < 0xa000) return IDEOGRAPH;
  if (unit === 0x3005 || unit === 0x3007) return IDEOGRAPH;
  return isKana(unit) ? KANA : LATIN;
}

/** Hiragana or the long-vowel sign; katakana is folded to hiragana. */
function isKana(unit: number): boolean {
  return isHiragana(unit) || unit === LONG_VOWEL;
}

/** Hiragana, in folded or in normalized text. */
export function isHiragana(unit: number): boolean {
  return unit >= 0x3041 && unit <= 0x3096;
}

/** Katakana or the long-vowel sign, in normalized text (`sources`). */
export function isKatakana(source: number): boolean {
  return (source >= 0x30a1 && source <= 0x30fa) || source === LONG_VOWEL;
}
