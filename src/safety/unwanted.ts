import type { RuleData } from './engine.ts';
import { findSignals } from './find-signals.ts';
import { KANA, scriptOf } from './letters.ts';
import { readText } from './reading.ts';
import type { Signal } from './signals.ts';

/** A negative prompt: what of it must be judged as a wish, and whether it names clothes. */
export interface Unwanted {
  /** Empty when it holds nothing but what people usually exclude. */
  readonly wish: string;
  readonly namesClothes: boolean;
}

const ITEM_END = /[,;|\n、，；。]+/;
/** An exclusion is a tag, not a scene: at most so many words, or Chinese characters. */
const MAX_WORDS = 3;
const MAX_CHARACTERS = 5;
/** What nobody needs to exclude. */
const NEVER_USUAL: readonly Signal[] = [
  ...(['assault', 'undress-tool', 'undress-phrase', 'face-swap', 'bestiality', 'covert'] as const),
];

/**
 * Reads a negative prompt. Tags that people usually exclude are left out; what is longer, or names
 * violence, an undressing or a swap of faces, is a wish that a generator may draw all the same.
 */
export function readUnwanted(negative: string, data: RuleData): Unwanted {
  if (negative === '') return { wish: '', namesClothes: false };
  const sightings = findSignals(readText(negative, data), data.index);
  const namesClothes = sightings.clothing.length > 0;
  if (NEVER_USUAL.some((signal) => sightings[signal].length > 0)) {
    return { wish: negative, namesClothes };
  }
  const wish = negative.split(ITEM_END).filter((item) => !isTag(item));
  return { wish: wish.join(', '), namesClothes };
}

function isTag(item: string): boolean {
  let han = 0;
  for (const character of item) if (scriptOf(character.charCodeAt(0)) >= KANA) han += 1;
  return han <= MAX_CHARACTERS && item.trim().split(/\s+/).length <= MAX_WORDS;
}
