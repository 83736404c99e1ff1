import { join } from 'node:path';
import { readListFile } from './list-file.ts';

/** What a list's words are a sign of; each is one file of `safety/lists/`. */
export const SIGNALS = [
  'minor',
  'nudity',
  'sexual',
  'explicit',
  'suggestive',
  'assault',
  'coercion',
  'covert',
  'private',
  'source-photo',
  'undress-tool',
  'undress-phrase',
  'undress-verb',
  'garment',
  'owner',
  'clothing',
  'face-swap',
  'face',
  'swap-verb',
  'place-verb',
  'onto',
  'body',
  'bestiality',
  'animal',
  'art',
  'medicine',
  'news',
  'fiction',
  'safeguarding',
  'household',
  'negator-before',
  'negator-after',
  'harmless',
] as const;

export type Signal = (typeof SIGNALS)[number];

/**
 * The words of each signal. A word that ends in `*` stands for all that begin like it, and
 * `{a|b|} c` for each of its choices, one of which may be nothing.
 */
export type SignalLists = Readonly<Record<Signal, readonly string[]>>;

/** All lists of the data folder; throws when one is missing or incomplete. */
export function loadSignalLists(dataFolder: string): SignalLists {
  const lists = SIGNALS.map((signal) => {
    const entries = readListFile(join(dataFolder, 'lists', `${signal}.txt`));
    return [signal, entries.flatMap((entry) => expandChoices(entry.text))] as const;
  });
  return Object.fromEntries(lists) as unknown as Record<Signal, readonly string[]>;
}

const CHOICE = /\{([^{}]*)\}/;

/** Every text that an entry with choices stands for. */
export function expandChoices(text: string): readonly string[] {
  const choice = CHOICE.exec(text);
  if (!choice) return [text.replace(/\s+/g, ' ').trim()];
  const before = text.slice(0, choice.index);
  const after = text.slice(choice.index + choice[0].length);
  return (choice[1] ?? '').split('|').flatMap((each) => expandChoices(before + each + after));
}
