import { IntlMessageFormat } from 'intl-messageformat';
import { directionOf } from './languages.ts';

/** ICU messages by name, or by name and case. */
export interface MessageTable {
  readonly [name: string]: string | Readonly<Record<string, string>>;
}

/** Values for a message's placeholders. */
export type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/**
 * Compiles a table: a text stays a string, a message with placeholders becomes a function of their
 * values. Throws if a message is malformed.
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

/** Isolates values, so that their script doesn't reorder the sentence around them. */
function isolated(values: Values<string>): Values<string> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? `\u2068${value}\u2069` : value,
  ]);
  return Object.fromEntries(entries);
}
