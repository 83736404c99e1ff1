import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Category } from '../src/safety/categories.ts';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import type { Language } from '../src/safety/list-file.ts';
import type { Random } from './random.ts';

/** What a text file holds: one category's texts, or texts that must be allowed. */
export type Label = Exclude<Category, 'csam_minor'> | 'benign';

/** Texts of a training file: slots (`@name: a | b`) and patterns (`{name} and {name}`). */
export interface Grammar {
  readonly slots: ReadonlyMap<string, readonly string[]>;
  readonly patterns: readonly string[];
}

/** The grammar of one category and language. Throws when the file is missing. */
export function readGrammar(label: Label, language: Language): Grammar {
  const slots = new Map<string, readonly string[]>();
  const patterns: string[] = [];
  for (const line of readLines('training', label, language)) {
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

/** Held-back texts of one category and language, one a line: measured with, never trained on. */
export function readHeldBack(label: Label, language: Language): string[] {
  return readLines('held-back', label, language);
}

/** Other texts of the grammar, as many as asked for at most, each once. */
export function sampleTexts(grammar: Grammar, count: number, random: Random): readonly string[] {
  const texts = new Set<string>();
  for (let attempt = 0; attempt < count * 2 && texts.size < count; attempt += 1) {
    const pattern = grammar.patterns[attempt % grammar.patterns.length] ?? '';
    texts.add(fill(pattern, grammar, random));
  }
  return [...texts];
}

function fill(pattern: string, grammar: Grammar, random: Random): string {
  return pattern.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const values = grammar.slots.get(name);
    if (!values) throw new Error(`training texts: no slot @${name}`);
    return fill(values[random.below(values.length)] ?? '', grammar, random);
  });
}

/** Blanks around a value are layout, except before a comma-led style, which begins with one. */

function readLines(part: 'training' | 'held-back', label: Label, language: Language): string[] {
  const text = readFileSync(join(DATA_FOLDER, 'texts', part, `${label}.${language}.txt`), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
