import type { FoldedText } from './folds.ts';

const MIN_LENGTH = 3;
/** So few of a text's words are words when it is written backwards or with its letters shifted. */
const SCRAMBLED_SHARE = 0.4;
/** And so many are once it is read rightly. */
const READ_SHARE = 0.7;
const FEWEST_WORDS = 2;
/** As many words as tell what the text is. */
const WORDS_TO_LOOK_AT = 60;

/** Letters in which those words are looked for. */
const LETTERS_TO_LOOK_AT = 1_000;

/** The text forwards when it is written backwards, and shifted back when it is rot13. */
export function unscramble(text: FoldedText, isKnown: (word: string) => boolean): FoldedText {
  const beginning = text.text.slice(0, LETTERS_TO_LOOK_AT);
  const share = knownShare(beginning, isKnown);
  if (share === null || share > SCRAMBLED_SHARE) return text;
  const reads = (part: string) => (knownShare(part, isKnown) ?? 0) >= READ_SHARE;
  if (reads(reverse(text.text.slice(-LETTERS_TO_LOOK_AT)))) return plainText(reverse(text.text));
  if (reads(unshift(beginning))) return plainText(unshift(text.text));
  return text;
}

function plainText(text: string): FoldedText {
  return { text, sources: Uint16Array.from(text, (unit) => unit.charCodeAt(0)) };
}

function reverse(text: string): string {
  return [...text].reverse().join('');
}

function unshift(text: string): string {
  return text.replace(/[a-z]/g, shift);
}

/** Which share of the Latin words are words, or null when there are too few to say. */
function knownShare(text: string, isKnown: (word: string) => boolean): number | null {
  let words = 0;
  let known = 0;
  for (let at = 0; at < text.length && words < WORDS_TO_LOOK_AT; at += 1) {
    const start = at;
    while (isLatin(text.charCodeAt(at))) at += 1;
    if (at - start < MIN_LENGTH) continue;
    words += 1;
    if (isKnown(text.slice(start, at))) known += 1;
  }
  return words < FEWEST_WORDS ? null : known / words;
}

function isLatin(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function shift(letter: string): string {
  const place = letter.charCodeAt(0) - 0x61;
  return String.fromCharCode(0x61 + ((place + 13) % 26));
}
