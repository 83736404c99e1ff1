import type { RuleData } from './engine.ts';
import { findSignals } from './find-signals.ts';
import { KANA, scriptOf } from './letters.ts';
import { readText } from './reading.ts';
import type { Signal } from './signals.ts';

/** A negative prompt: the part to judge as a request, and whether it names clothes of any kind. */
export interface Unwanted {
  /** Empty if it contains only usual exclusions. */
  readonly wish: string;
  readonly namesClothes: boolean;
}

const ITEM_END = /[,;|\n、，；。]+/;
/** An exclusion is a tag, not a scene: maximum words or Chinese characters. */
const MAX_WORDS = 3;
const MAX_CHARACTERS = 5;
/** Bullets and quotes around a tag aren't words. */
const WORD = /[\p{L}\p{N}]/u;
/** Before clothes: only clothes of this kind are unwanted, in folded letters. */
const KIND_OF_CLOTHES =
  /(?:modern|contemporary|anachronistic|futuristic|western|medieval|casual|formal|matching|mismatched|wrinkled|baggy|oversized|dirty|stained|deformed|distorted|duplicate|inconsistent|extra|different|winter|summer|patterned|striped|现代(?:的|の)?|当代(?:的)?|皱巴巴(?:的)?|破旧(?:的)?|脏(?:的)?|多余(?:的)?|古い|汚れた|しわだらけの|シワだらけの|余计な)[\s-]*$/;

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
  const text = readText(negative, data);
  const sightings = findSignals(text, data.index);
  const namesClothes = sightings.clothing.some(
    ({ start }) => !KIND_OF_CLOTHES.test(text.folded.text.slice(0, start)),
  );
  if (NEVER_USUAL.some((signal) => sightings[signal].length > 0)) {
    return { wish: negative, namesClothes };
  }
  const wish = negative.split(ITEM_END).filter((item) => !isTag(item));
  return { wish: wish.join(', '), namesClothes };
}

function isTag(item: string): boolean {
  let han = 0;
  for (const character of item) if (scriptOf(character.charCodeAt(0)) >= KANA) han += 1;
  const words = item.split(/\s+/).filter((word) => WORD.test(word));
  return han <= MAX_CHARACTERS && words.length <= MAX_WORDS;
}
