import type { RuleData } from './engine.ts';
import { type FoldedText, foldText } from './folds.ts';
import { isForeign } from './foreign-text.ts';
import { lettersOf } from './letters.ts';
import { mendWords } from './mend.ts';
import { findBorders } from './segment.ts';
import type { TermText } from './terms.ts';

/**
 * A text as rules and model read it: folded, with disguised English words mended and words told
 * apart. In a text of another language no word is English in disguise.
 */
export function readText(text: string, data: RuleData): TermText {
  const folded = foldText(text, data.table);
  const foreign = isForeign(folded, data.vocabulary);
  const mended = foreign ? folded : mendWords(folded, data.vocabulary);
  return termText(mended, data, foreign);
}

/** Folded text with its letters and the borders of its Chinese and Japanese words. */
export function termText(
  folded: FoldedText,
  { index }: Pick<RuleData, 'index'>,
  foreign = false,
): TermText {
  const letters = lettersOf(folded);
  return { folded, letters, borders: findBorders(letters, folded, index.dictionary), foreign };
}
