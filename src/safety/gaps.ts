import type { FoldedText } from './folds.ts';
import { type Letters, NONE, scriptOf } from './letters.ts';
import { COST_STEPS } from './word-table.ts';

/** Cost of a blank or sign within a word. */
const BLANK_INSIDE = 4 * COST_STEPS;
/** Cost of the end of a clause, beyond which words don't extend. */
export const CLAUSE_INSIDE = 0xffff;
/** Share of gaps from which a text counts as written with separated characters. */
const SPACED_SHARE = 0.6;
const CLAUSE_END = /[.,;:!?()[\]{}"\n]/;

/** Letters of a text, with the cost of the gap before each. */
export interface Stretch {
  readonly letters: Letters;
  readonly gaps: Uint16Array;
  readonly start: number;
  readonly end: number;
  /** Whether a repeated letter is one of two words; not where most letters are repeated. */
  readonly isPlain: boolean;
  /** Whether katakana may stand for hiragana, because there is none. */
  readonly isKatakanaOnly: boolean;
}

/** Writes into `gaps`, for each letter after the first, what a word across the gap before it costs. */
export function weighGaps(
  letters: Letters,
  start: number,
  end: number,
  text: FoldedText,
  gaps: Uint16Array,
): void {
  let count = 0;
  for (let index = start + 1; index < end; index += 1) {
    const from = (letters.offsets[index - 1] as number) + 1;
    const to = letters.offsets[index] as number;
    if (to <= from) continue;
    // Repetitions of the previous letter aren't a gap.
    let cost = 0;
    for (let at = from; at < to; at += 1) {
      if (scriptOf(text.text.charCodeAt(at)) !== NONE) continue;
      const ends =
        CLAUSE_END.test(text.text[at] as string) && !isSymbol(text.sources[at] as number);
      cost = Math.max(cost, ends ? CLAUSE_INSIDE : BLANK_INSIDE);
    }
    if (cost > 0) count += 1;
    gaps[index] = cost;
  }
  if (end - start > 3 && count >= (end - start - 1) * SPACED_SHARE) gaps.fill(0, start, end);
}

/** Emoji are folded to commas, but don't end a clause. */
function isSymbol(source: number): boolean {
  return (source >= 0xd800 && source < 0xe000) || (source >= 0x2190 && source < 0x2c00);
}
