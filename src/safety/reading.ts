import type { RuleData } from './engine.ts';
import { type FoldedText, foldText } from './folds.ts';
import { isForeign } from './foreign-text.ts';
import { lettersOf } from './letters.ts';
import { mendWords } from './mend.ts';
import { findBorders } from './segment.ts';
import type { TermText } from './terms.ts';

/**
 * Prepares a text for rules and model: folded, with disguised English words restored and words
 * segmented. A text in another language contains no disguised English.
 */
export function readText(text: string, data: RuleData): TermText {
  const folded = foldText(text, data.table);
  const foreign = isForeign(folded, data.vocabulary);
  const mended = foreign ? folded : mendWords(folded, data.vocabulary);
  return termText(mended, data, foreign);
}

/** Folded text with its letters and the word borders of Chinese and Japanese. */
export function termText(
  folded: FoldedText,
  { index }: Pick<RuleData, 'index'>,
  foreign = false,
): TermText {
  const letters = lettersOf(folded);
  const borders = findBorders(letters, folded, index.dictionary, index.table);
  return { folded, letters, borders, foreign };
}
