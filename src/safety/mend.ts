import { bySound, isCyrillic, soundsEnglish } from './by-sound.ts';
import type { FoldedText } from './folds.ts';
import { joinPieces, type Mend } from './join-pieces.ts';
import { readLeet } from './leet.ts';
import { uint16Scratch } from './scratch.ts';
import { unglue } from './unglue.ts';
import { unrepeat } from './unrepeat.ts';
import { unscramble } from './unscramble.ts';
import type { Vocabulary } from './vocabulary.ts';
import { COST_STEPS, fingerprintOf, HASH_START, hashUnit, isWordCost } from './word-table.ts';

/** Shorter words aren't changed. */
const MIN_LENGTH = 3;
const MASKED = /(?<![a-z])[a-z]+(?:[*#%_]+[a-z]+)+/g;
const MASK = /[*#%_]/g;
const HAS_MASK = /[a-z][*#%_]/;
/** Minimum number and share of unknown words in a text full of misspellings. */
const MIN_UNKNOWN = 3;
const DENSE_SHARE = 0.25;
const WORDS_TO_LOOK_AT = 80;
/** Number of different misspellings after which only listed words are tried: the rest is noise. */
const COMMON_WORDS = 300;
/** Costs of words that are hardly ever used, and of those too rare among misspellings. */
const RARE_COST = 14 * COST_STEPS;
const DOUBTFUL_COST = 10.5 * COST_STEPS;
const MIN_DOUBTFUL_LENGTH = 4;
const LAST_LATIN = 0x7a;

/** State for all words of a text. */
interface TextState {
  readonly dense: boolean;
  readonly sounds: boolean;
  /** Corrections of the text's unknown words, most of which recur in a long text. */
  readonly read: Map<string, string>;
  /** The same for words in Cyrillic letters, some of which are folded to Latin ones. */
  readonly heard: Map<string, string>;
}

/** Restores leet, masked, scrambled, misspelled, glued and split English words. */
export function mendWords(folded: FoldedText, vocabulary: Vocabulary): FoldedText {
  const straight = unscramble(folded, vocabulary);
  const leet = readLeet(straight.text, vocabulary.isKnown);
  const text = unmask(leet, vocabulary);
  const joined = joinPieces(text, straight.sources, vocabulary);
  const mends: Mend[] = [...joined];
  const state = {
    dense: isDense(text, vocabulary),
    sounds: soundsEnglish(straight.sources, vocabulary),
    read: new Map<string, string>(),
    heard: new Map<string, string>(),
  };
  let next = 0;
  for (let at = 0; at < text.length; at += 1) {
    const start = at;
    let hash = HASH_START;
    for (; isWordUnit(text.charCodeAt(at)); at += 1) hash = hashUnit(hash, text.charCodeAt(at));
    if (at - start < MIN_LENGTH) continue;
    while (next < joined.length && (joined[next] as Mend).end <= start) next += 1;
    if (next < joined.length && (joined[next] as Mend).start < at) continue;
    // Letters that partly look like Latin ones may form an English word by chance.
    const cyrillic = isCyrillic(straight.sources, start, at);
    const cost = vocabulary.costOf(fingerprintOf(hash));
    // Most words are unchanged and not even extracted from the text.
    if (cyrillic ? !state.sounds : isWordCost(cost) && !(state.dense && isRare(cost, at - start)))
      continue;
    const word = text.slice(start, at);
    const words = cyrillic
      ? hearWord(word, straight.sources, start, vocabulary, state)
      : mendWord(word, isWordCost(cost), vocabulary, state);
    if (words !== word) mends.push({ start, end: at, words });
  }
  if (mends.length === 0) return { text, sources: straight.sources };
  return applyMends(text, straight.sources, mends);
}

/** Whether so many words are unknown that short ones must count as misspelled. */
function isDense(text: string, vocabulary: Vocabulary): boolean {
  let words = 0;
  let unknown = 0;
  for (let at = 0; at < text.length && words < WORDS_TO_LOOK_AT; at += 1) {
    let hash = HASH_START;
    const start = at;
    for (; isWordUnit(text.charCodeAt(at)); at += 1) hash = hashUnit(hash, text.charCodeAt(at));
    if (at === start) continue;
    words += 1;
    if (!isWordCost(vocabulary.costOf(fingerprintOf(hash)))) unknown += 1;
  }
  return unknown >= MIN_UNKNOWN && unknown >= words * DENSE_SHARE;
}

/** Folding keeps Cyrillic letters that don't look like Latin ones. */
function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= LAST_LATIN) || (unit >= 0x430 && unit <= 0x45f);
}

/** "p*rn" and "n_ked" are as long as the words they mask. */
function unmask(text: string, vocabulary: Vocabulary): string {
  if (!HAS_MASK.test(text)) return text;
  return text.replace(MASKED, (match) => {
    const pieces = match.split(MASK).filter((piece) => piece !== '');
    if (match.includes('_') && pieces.every(vocabulary.isKnown)) return match;
    return vocabulary.fill(match.replace(MASK, '*')) ?? match;
  });
}

function hearWord(
  word: string,
  sources: Uint16Array,
  start: number,
  vocabulary: Vocabulary,
  { heard }: TextState,
): string {
  const before = heard.get(word);
  if (before !== undefined) return before;
  const read = bySound(sources, start, start + word.length, vocabulary) ?? word;
  heard.set(word, read);
  return read;
}

function mendWord(
  word: string,
  known: boolean,
  vocabulary: Vocabulary,
  { dense, read, heard }: TextState,
): string {
  if (known && (vocabulary.isListed(word) || vocabulary.isOrdinary(word))) return word;
  const before = read.get(word);
  if (before !== undefined) return before;
  const common = known || (dense && read.size + heard.size < COMMON_WORDS);
  const mended =
    (known ? null : unrepeat(word, vocabulary)) ??
    vocabulary.nearest(word, dense) ??
    (known ? null : unglue(word, vocabulary)) ??
    (common ? vocabulary.nearestCommon(word) : null) ??
    word;
  read.set(word, mended);
  return mended;
}

/** Among misspellings, such a rare word is more likely a misspelling of another word. */
function isRare(cost: number, length: number): boolean {
  return cost >= (length < MIN_DOUBTFUL_LENGTH ? RARE_COST : DOUBTFUL_COST);
}

function applyMends(text: string, sources: Uint16Array, mends: Mend[]): FoldedText {
  const sorted = mends.sort((one, two) => one.start - two.start);
  const parts: string[] = [];
  const size = sorted.reduce(
    (sum, { start, end, words }) => sum + words.length - (end - start),
    text.length,
  );
  const mended = uint16Scratch(size);
  let from = 0;
  let at = 0;
  const keep = (to: number) => {
    parts.push(text.slice(from, to));
    for (let place = from; place < to; place += 1) mended[at++] = sources[place] as number;
  };
  for (const { start, end, words } of sorted) {
    keep(start);
    parts.push(words);
    for (let place = 0; place < words.length; place += 1)
      mended[at + place] = words.charCodeAt(place);
    at += words.length;
    from = end;
  }
  keep(text.length);
  return { text: parts.join(''), sources: mended };
}
