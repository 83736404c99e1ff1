import { join } from 'node:path';
import { type ListLanguage, readListFile } from './list-file.ts';

/** What a list's words are a sign of; each is one file of `safety/lists/`. */
export const SIGNALS = [
  'minor',
  'nudity',
  'sexual',
  'explicit',
  'risque',
  'suggestive',
  'foreign',
  'hint',
  'assault',
  'coercion',
  'covert',
  'private',
  'source-photo',
  'undress-tool',
  'undress-phrase',
  'undress-verb',
  'dressing',
  'make-verb',
  'under',
  'skin',
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
 * A word of a list. One that ends in `*` stands for all that begin like it, one that begins with
 * `|` only counts where no Chinese character stands before it, one that begins with `=` only with
 * the accents that it has, and `{a|b|} c` stands for each of its choices, one of which may be
 * nothing.
 */
export interface SignalTerm {
  readonly text: string;
  readonly language: ListLanguage | null;
}

/** The words of each signal. */
export type SignalLists = Readonly<Record<Signal, readonly SignalTerm[]>>;

/** All lists of the data folder; throws when one is missing or incomplete. */
export function loadSignalLists(dataFolder: string): SignalLists {
  const lists = SIGNALS.map((signal) => {
    const entries = readListFile(join(dataFolder, 'lists', `${signal}.txt`));
    const terms = entries.flatMap(({ text, language }) =>
      expandChoices(text).map((each) => ({ text: each, language })),
    );
    return [signal, terms] as const;
  });
  return Object.fromEntries(lists) as unknown as Record<Signal, readonly SignalTerm[]>;
}

const CHOICE = /\{([^{}]*)\}/;
const BLANKS = /^ | {2,}| $/;

/** Every text that an entry with choices stands for. */
export function expandChoices(text: string): readonly string[] {
  // Every second part is a choice.
  const parts = text.split(CHOICE);
  let texts = [parts[0] ?? ''];
  for (let place = 1; place < parts.length; place += 2) {
    const choices = (parts[place] ?? '').split('|');
    const after = parts[place + 1] ?? '';
    const longer: string[] = [];
    for (const before of texts) for (const each of choices) longer.push(before + each + after);
    texts = longer;
  }
  return texts.map((each) => (BLANKS.test(each) ? each.replace(/\s+/g, ' ').trim() : each));
}
