import { IntlMessageFormat } from 'intl-messageformat';
import { BASE_LANGUAGES, type BaseLanguage } from '../../src/kit/languages.ts';
import type { MessageTable } from '../../src/kit/messages.ts';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Above 1, which a text may say in a word, and in every category that whole numbers fall into. */
const COUNTS = [2, 3, 5, 11, 21, 22, 100, 1_000_000];

export interface Message {
  /** `renewals.monthly`. */
  readonly name: string;
  readonly text: string;
}

/** The messages of a table, those of a group by the group's name and theirs. */
export function messagesOf(table: MessageTable): Message[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    typeof entry === 'string'
      ? [{ name, text: entry }]
      : Object.entries(entry).map(([part, text]) => ({ name: `${name}.${part}`, text })),
  );
}

/** What is wrong with the translations of a table; English stands for how it should be. */
export function findFaults(tables: Readonly<Record<BaseLanguage, MessageTable>>): string[] {
  const english = messagesOf(tables.en);
  return BASE_LANGUAGES.flatMap((language) => {
    const texts = new Map(messagesOf(tables[language]).map(({ name, text }) => [name, text]));
    return english.flatMap((message) => {
      const text = texts.get(message.name);
      if (!text?.trim()) return [`${language} ${message.name}: no text`];
      const faults = [...placeFaults(text, message.text), ...pluralFaults(text, language)];
      return faults.map((fault) => `${language} ${message.name}: ${fault}`);
    });
  });
}

/** Messages that say the same as English, by language, except for names that may. */
export function findEnglish(
  tables: Readonly<Record<BaseLanguage, MessageTable>>,
  allowed: readonly string[],
): string[] {
  const english = new Map(messagesOf(tables.en).map(({ name, text }) => [name, text]));
  return BASE_LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
    messagesOf(tables[language])
      .filter(({ name, text }) => english.get(name) === text)
      .map(({ name }) => `${language} ${name}`)
      .filter((found) => !allowed.some((name) => found === name || found.endsWith(` ${name}`))),
  );
}

function placeFaults(text: string, english: string): string[] {
  const [found, wanted] = [placesOf(astOf(text)), placesOf(astOf(english))];
  return String(found) === String(wanted) ? [] : [`places ${found} instead of ${wanted}`];
}

/** A plural has each category of its language, and shows the number in each. */
function pluralFaults(text: string, locale: string): string[] {
  const wanted = [...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort();
  return pluralsIn(astOf(text)).flatMap((options) => {
    const found = Object.keys(options).sort();
    if (String(found) !== String(wanted)) return [`plurals ${found} instead of ${wanted}`];
    const format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    return COUNTS.filter((count) => {
      const shown = new Intl.NumberFormat(locale).format(count);
      return !String(format.format(valuesFor(text, count))).includes(shown);
    }).map((count) => `does not say ${count}`);
  });
}

function valuesFor(text: string, count: number): Record<string, string | number> {
  const counted = pluralNames(astOf(text));
  const values = placesOf(astOf(text)).map((name) => [name, counted.includes(name) ? count : '–']);
  return Object.fromEntries(values);
}

function astOf(text: string): Ast {
  return new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst();
}

function placesOf(ast: Ast): string[] {
  const names = ast.flatMap((part) => {
    const inside =
      'options' in part ? Object.values(part.options).flatMap(({ value }) => value) : [];
    const isNamed = 'value' in part && part.type !== 0;
    return [...(isNamed ? [String(part.value)] : []), ...placesOf(inside as Ast)];
  });
  return [...new Set(names)].sort();
}

function pluralsIn(ast: Ast): Readonly<Record<string, unknown>>[] {
  return ast.flatMap((part) => ('pluralType' in part ? [part.options] : []));
}

function pluralNames(ast: Ast): string[] {
  return ast.flatMap((part) => ('pluralType' in part ? [String(part.value)] : []));
}
