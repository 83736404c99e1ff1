import { IntlMessageFormat } from 'intl-messageformat';
import { directionOf } from './languages.ts';

/** Texts by name, or by name and case: ICU messages. */
export interface MessageTable {
  readonly [name: string]: string | Readonly<Record<string, string>>;
}

/** What fills the places of a message. */
export type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/**
 * Makes a table ready for use: a text stays one, a message with places becomes a function of what fills
 * them. Throws when a message is malformed.
 */
export function compileMessages<Compiled>(table: MessageTable, locale: string): Compiled {
  const compiled = Object.entries(table).map(([name, entry]) => [
    name,
    typeof entry === 'string' ? compile(entry, locale) : compileAll(entry, locale),
  ]);
  return Object.fromEntries(compiled);
}

function compileAll(texts: Readonly<Record<string, string>>, locale: string) {
  const compiled = Object.entries(texts).map(([name, text]) => [name, compile(text, locale)]);
  return Object.fromEntries(compiled);
}

function compile(text: string, locale: string) {
  if (!text.includes('{')) return text;
  const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
  const isolates = directionOf(locale) === 'rtl';
  return (values: Values<string>) => String(message.format(isolates ? isolated(values) : values));
}

/** Keeps what a name or an amount is written in from reordering the sentence around it. */
function isolated(values: Values<string>): Values<string> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? `\u2068${value}\u2069` : value,
  ]);
  return Object.fromEntries(entries);
}
