import type { Vocabulary } from './vocabulary.ts';
import { COST_STEPS, fingerprint, isWordCost } from './word-table.ts';

/** Minimum length of an unknown word that may be several words without blanks. */
const MIN_GLUED_LENGTH = 6;
/** From this length on, it is if known words form it. */
const CERTAINLY_GLUED = 16;
/** A shorter one must contain a listed word of this length. */
const MIN_LISTED_LENGTH = 4;
const SHORT_LENGTH = 3;
const SHORT_COST = 9 * COST_STEPS;

/** The words that form an unknown one, separated by blanks; or null. */
export function unglue(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < MIN_GLUED_LENGTH) return null;
  const isCertain = word.length >= CERTAINLY_GLUED;
  if (!isCertain && !vocabulary.mayHoldListed(word)) return null;
  const words = vocabulary.split(word);
  if (words === null || words.length < 2) return null;
  if (isCertain) return words.join(' ');
  const speaks = words.some(
    (each) => each.length >= MIN_LISTED_LENGTH && vocabulary.isListed(each),
  );
  return speaks && words.every((each) => isWhole(each, vocabulary)) ? words.join(' ') : null;
}

/** The dictionary has rare words of two or three letters, which could form any name. */
function isWhole(word: string, vocabulary: Vocabulary): boolean {
  if (word.length > SHORT_LENGTH || vocabulary.isListed(word)) return true;
  const cost = vocabulary.costOf(fingerprint(word));
  return word.length > 1 && isWordCost(cost) && cost <= SHORT_COST;
}
