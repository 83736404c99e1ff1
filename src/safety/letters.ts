/**
 * Folded text without separators and with repeated letters squeezed: one stream in which
 * "naked", "n a k e d" and "naaaked" read alike. The columns tell them apart again.
 */
export interface Letters {
  readonly length: number;
  /** UTF-16 unit of each letter. */
  readonly units: Uint16Array;
  /** How often the letter stood there in a row. */
  readonly runs: Uint8Array;
  /** Number of the token; a Chinese character is a token, a run of kana or Latin letters too. */
  readonly tokens: Uint32Array;
  /** Where the letter begins in the folded text. */
  readonly offsets: Uint32Array;
}

const NONE = 0;
const LATIN = 1;
const DIGIT = 2;
const KANA = 3;
const IDEOGRAPH = 4;
const LONGEST_RUN = 255;

/** The letters of folded text (`foldText`). Offsets are those of the folded text. */
export function lettersOf(folded: string): Letters {
  const size = folded.length;
  const units = new Uint16Array(size);
  const runs = new Uint8Array(size);
  const tokens = new Uint32Array(size);
  const offsets = new Uint32Array(size);
  let length = 0;
  let token = 0;
  let previous = NONE;
  for (let index = 0; index < size; index += 1) {
    const unit = folded.charCodeAt(index);
    const script = scriptOf(unit);
    if (script !== NONE) {
      if (script !== previous || script === IDEOGRAPH) token += 1;
      units[length] = unit;
      runs[length] = 1;
      tokens[length] = token;
      offsets[length] = index;
      length += 1;
    }
    previous = script;
  }
  return squeeze({ length, units, runs, tokens, offsets });
}

/** Merges equal neighbours of one token, and of tokens of one letter ("b o o b"). In place. */
function squeeze(letters: Letters): Letters {
  const { units, runs, tokens, offsets } = letters;
  let length = 0;
  let token = 0;
  let source = 0;
  let previousAlone = false;
  for (let index = 0; index < letters.length; index += 1) {
    const unit = units[index] as number;
    const starts = tokens[index] !== source;
    source = tokens[index] as number;
    const alone = starts && (index + 1 === letters.length || tokens[index + 1] !== source);
    const repeated = length > 0 && units[length - 1] === unit && scriptOf(unit) !== DIGIT;
    if (repeated && (!starts || (alone && previousAlone))) {
      runs[length - 1] = Math.min(LONGEST_RUN, (runs[length - 1] as number) + 1);
    } else {
      if (starts) token += 1;
      units[length] = unit;
      runs[length] = 1;
      tokens[length] = token;
      offsets[length] = offsets[index] as number;
      length += 1;
    }
    previousAlone = alone;
  }
  return { length, units, runs, tokens, offsets };
}

/** The kind of script of a folded unit: tokens end where it changes. */
export function scriptOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LATIN;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit < 0x80) return NONE;
  if (unit >= 0x3400 && unit < 0xa000) return IDEOGRAPH;
  if (unit === 0x3005 || unit === 0x3007) return IDEOGRAPH;
  return isKana(unit) ? KANA : LATIN;
}

/** Hiragana, or the sign that lengthens a vowel; katakana is folded to hiragana. */
export function isKana(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x3096) || unit === 0x30fc;
}
