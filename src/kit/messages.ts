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
  const isRightToLeft = directionOf(locale) === 'rtl';
  return (values: Values<string>) => String(message.format(isolated(values, isRightToLeft)));
}

/** A letter of a script that is written from right to left, or the mark that acts like one. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates values that may be written in the other direction, so that they don't reorder the
 * sentence around them.
 */
function isolated(values: Values<string>, isRightToLeft: boolean): Values<string> {
  const entries = Object.entries(values).map(([name, value]) => {
    const isIsolated = typeof value === 'string' && (isRightToLeft || RIGHT_TO_LEFT.test(value));
    return [name, isIsolated ? `\u2068${value}\u2069` : value];
  });
  return Object.fromEntries(entries);
}
