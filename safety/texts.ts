import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Category } from '../src/safety/categories.ts';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { LANGUAGES, type Language, readListFile } from '../src/safety/list-file.ts';
import type { SignalLists } from '../src/safety/signals.ts';
import type { Outside } from './dictionary/outside.ts';
import type { Random } from './random.ts';

/** What a text file contains: one category's texts, or texts that must be allowed. */
export type Label = Exclude<Category, 'csam_minor'> | 'benign';

/** Texts of a training file: slots (`@name: a | b`) and patterns (`{name} and {name}`). */
export interface Grammar {
  readonly slots: ReadonlyMap<string, readonly string[]>;
  readonly patterns: readonly string[];
}

/**
 * The grammar of one category and language, with the slots that all categories share and a slot
 * `list:<signal>` for each list. Throws if a file is missing.
 */
export function readGrammar(
  label: Label,
  language: Language,
  lists: SignalLists,
  outside: Outside,
): Grammar {
  const slots = new Map<string, readonly string[]>();
  const patterns: string[] = [];
  for (const [signal, terms] of Object.entries(lists)) {
    const own = terms.filter((term) => term.language === language);
    slots.set(
      `list:${signal}`,
      own.map(({ text }) => text.replace(/^[|=]|\*$/g, '')),
    );
  }
  slots.set('frequent', readFrequent(language, lists));
  slots.set('artist', outside.artists);
  slots.set('flavor', outside.flavors);
  slots.set('medium', outside.mediums);
  slots.set('movement', outside.movements);
  for (const line of [
    ...readLines('training', 'shared', language),
    ...readLines('training', label, language),
  ]) {
    const [, name, values] = /^@(\w+): ?(.*)$/.exec(line) ?? [];
    if (name && values !== undefined)
      slots.set(
        name,
        values.split('|').map((value) => value.trim()),
      );
    else patterns.push(line);
  }
  return { slots, patterns };
}

/**
 * Harmless picture edits, or their harmful counterparts: used for measurement, never for training.
 */
export function readEdits(kind: 'harmless' | 'harmful', language: Language): string[] {
  return readText('edits', `${kind}.${language}.txt`).filter(isText);
}

/** Texts written in one style. */
export interface Voice {
  readonly name: string;
  readonly texts: readonly string[];
}

/** The held-back texts of a category by the `# voice:` line above them, all languages. */
export function readVoices(label: Label): readonly Voice[] {
  return LANGUAGES.flatMap((language) => {
    const voices: { name: string; texts: string[] }[] = [{ name: `${language}, first`, texts: [] }];
    for (const line of readText('held-back', `${label}.${language}.txt`)) {
      const [, name] = /^# voice: (.+)$/.exec(line) ?? [];
      if (name) voices.push({ name: `${language}, ${name}`, texts: [] });
      else if (isText(line)) voices.at(-1)?.texts.push(line);
    }
    return voices;
  });
}

/** Frequent words of a language that are on no list. */
function readFrequent(language: Language, lists: SignalLists): readonly string[] {
  const listed = new Set(Object.values(lists).flatMap((terms) => terms.map(({ text }) => text)));
  const path = join(DATA_FOLDER, 'dictionary', `frequent.${language}.txt`);
  const words = readListFile(path).map(({ text }) => text);
  return words.filter((word) => !listed.has(word));
}

/**
 * Held-back texts of one category and language, one per line: for measurement, never for training.
 */
export function readHeldBack(label: Label, language: Language): string[] {
  return readLines('held-back', label, language);
}

/** Distinct other texts of the grammar, at most as many as requested. */
export function sampleTexts(grammar: Grammar, count: number, random: Random): readonly string[] {
  const texts = new Set<string>();
  for (let attempt = 0; attempt < count * 2 && texts.size < count; attempt += 1) {
    const pattern = grammar.patterns[attempt % grammar.patterns.length] ?? '';
    texts.add(tidy(fill(pattern, grammar, random)));
  }
  return [...texts];
}

function fill(pattern: string, grammar: Grammar, random: Random): string {
  return pattern.replace(/\{([\w:-]+)\}/g, (_match, name: string) => {
    const values = grammar.slots.get(name);
    if (!values) throw new Error(`training texts: no slot @${name}`);
    return fill(values[random.below(values.length)] ?? '', grammar, random);
  });
}

/** An empty value leaves a space at an end, or two in the middle. */
function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.])/g, '$1')
    .replace(/^[、，]|([、，])(?=[、，])/g, '')
    .trim();
}

function readLines(
  part: 'training' | 'held-back',
  label: Label | 'shared',
  language: Language,
): string[] {
  return readText(part, `${label}.${language}.txt`).filter(isText);
}

function readText(part: string, file: string): string[] {
  return readFileSync(join(DATA_FOLDER, 'texts', part, file), 'utf8').split('\n');
}

function isText(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}
