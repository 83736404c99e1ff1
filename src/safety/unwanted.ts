import type { RuleData } from './engine.ts';
import { findSignals } from './find-signals.ts';
import { KANA, scriptOf } from './letters.ts';
import { readText } from './reading.ts';
import type { Signal } from './signals.ts';

/** A negative prompt: the part to judge as a request, and whether it names clothes. */
export interface Unwanted {
  /** Empty if it contains only usual exclusions. */
  readonly wish: string;
  readonly namesClothes: boolean;
}

const ITEM_END = /[,;|\n、，；。]+/;
/** An exclusion is a tag, not a scene: maximum words or Chinese characters. */
const MAX_WORDS = 3;
const MAX_CHARACTERS = 5;
/** Signals that are never a usual exclusion. */
const NEVER_USUAL: readonly Signal[] = [
  ...(['assault', 'undress-tool', 'undress-phrase', 'face-swap', 'bestiality', 'covert'] as const),
];

/**
 * Reads a negative prompt. Usual exclusions are removed; longer ones, and those that name violence,
 * undressing or a face swap, are requests that a generator may draw anyway.
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
