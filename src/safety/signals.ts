import { join } from 'node:path';
import { type ListLanguage, readListFile } from './list-file.ts';

/** What a list's words indicate; each is a file in `safety/lists/`. */
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
 * A word of a list. A trailing `*` matches all words with this prefix, a leading `|` requires that
 * no Chinese character precedes it, a leading `=` requires its exact accents, and `{a|b|} c`
 * expands to each of its choices, one of which may be empty.
 */
export interface SignalTerm {
  readonly text: string;
  readonly language: ListLanguage | null;
}

/** The words of each signal. */
export type SignalLists = Readonly<Record<Signal, readonly SignalTerm[]>>;

/** Loads all lists of the data folder; throws if one is missing or incomplete. */
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

/** Expands an entry with choices to all its texts. */
export function expandChoices(text: string): readonly string[] {
  // Every other part is a choice.
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
