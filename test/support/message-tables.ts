import { IntlMessageFormat } from 'intl-messageformat';
import { placesOf } from '../../scripts/text-types.ts';
import type { MessageTable } from '../../src/kit/messages.ts';
import type { TextFile } from '../../src/texts/read-texts.ts';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Numbers above 2, which a text may spell out, from every plural category of whole numbers. */
const COUNTS = [3, 5, 11, 21, 22, 100, 1_000_000];

export interface Message {
  /** `checkout.renewals.monthly`. */
  readonly name: string;
  readonly text: string;
}

/** The messages of a file; grouped ones are prefixed with their group's name. */
export function messagesOf(file: TextFile): Message[] {
  return Object.entries(file).flatMap(([section, table]) =>
    inTable(table).map(({ name, text }) => ({ name: `${section}.${name}`, text })),
  );
}

/** The errors in a translation, compared with English. */
export function findFaults(file: TextFile, english: TextFile, language: string): string[] {
  const expected = textsByName(english);
  const found = textsByName(file);
  const missing = [...expected.keys()].filter((name) => !found.has(name));
  return [
    ...missing.map((name) => `${language} ${name}: missing`),
    ...messageFaults(file, english, language),
  ];
}

/** The errors in the messages a file has; missing messages are allowed. */
export function messageFaults(file: TextFile, english: TextFile, language: string): string[] {
  const expected = textsByName(english);
  return messagesOf(file).flatMap(({ name, text }) => {
    const original = expected.get(name);
    if (original === undefined) return [`${language} ${name}: not in English`];
    if (text.trim() === '') return [`${language} ${name}: empty`];
    const faults = [...placeFaults(text, original), ...pluralFaults(text, language)];
    return faults.map((fault) => `${language} ${name}: ${fault}`);
  });
}

/** Messages identical to English. */
export function findEnglish(file: TextFile, english: TextFile): string[] {
  const expected = textsByName(english);
  return messagesOf(file)
    .filter(({ name, text }) => expected.get(name) === text)
    .map(({ name }) => name);
}

function textsByName(file: TextFile): Map<string, string> {
  return new Map(messagesOf(file).map(({ name, text }) => [name, text]));
}

function inTable(table: MessageTable): Message[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    typeof entry === 'string'
      ? [{ name, text: entry }]
      : Object.entries(entry).map(([part, text]) => ({ name: `${name}.${part}`, text })),
  );
}

function placeFaults(text: string, english: string): string[] {
  const [found, expected] = [placesOf(text), placesOf(english)];
  return String(found) === String(expected) ? [] : [`places ${found} instead of ${expected}`];
}

/** A plural must have every category of its language, and show the number in each. */
function pluralFaults(text: string, locale: string): string[] {
  const expected = [...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort();
  return pluralsIn(astOf(text)).flatMap((options) => {
    const found = Object.keys(options).sort();
    if (String(found) !== String(expected)) return [`plurals ${found} instead of ${expected}`];
    const format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    return COUNTS.filter((count) => {
      const shown = new Intl.NumberFormat(locale).format(count);
      return !String(format.format(valuesFor(text, count))).includes(shown);
    }).map((count) => `does not say ${count}`);
  });
}

function valuesFor(text: string, count: number): Record<string, string | number> {
  const counted = pluralNames(astOf(text));
  const values = placesOf(text).map((name) => [name, counted.includes(name) ? count : '–']);
  return Object.fromEntries(values);
}

function astOf(text: string): Ast {
  return new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst();
}

function pluralsIn(ast: Ast): Readonly<Record<string, unknown>>[] {
  return ast.flatMap((part) => ('pluralType' in part ? [part.options] : []));
}

function pluralNames(ast: Ast): string[] {
  return ast.flatMap((part) => ('pluralType' in part ? [String(part.value)] : []));
}
