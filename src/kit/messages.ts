import { IntlMessageFormat } from 'intl-messageformat';

/** Texts by name, or by name and case: ICU messages. */
export interface MessageTable {
  readonly [name: string]: string | Readonly<Record<string, string>>;
}

/** A table with the same names in another language. */
export type Translation<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends string
    ? string
    : { readonly [Case in keyof Table[Name]]: string };
};

/** A table ready for use: a text, or where it has places to fill, a function of what fills them. */
export type Messages<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends string
    ? Message<Table[Name]>
    : { readonly [Case in keyof Table[Name]]: Message<Table[Name][Case]> };
};

type Message<Text> = [Place<Text>] extends [never]
  ? string
  : (values: Readonly<Record<Place<Text>, string | number>>) => string;

/** The names of a message's places: `store` of `Back to {store}`, `days` of `{days, plural, …}`. */
type Place<Text> = Text extends `${string}{${infer Rest}` ? NameIn<Rest> | Place<Rest> : never;
type NameIn<Rest> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? OneWord<Name>
    : OneWord<Inside>
  : never;
type OneWord<Text> = Text extends `${string} ${string}` | '#' ? never : Text;

/** Makes a language's table ready for use. Throws when a message is malformed. */
export function compileMessages<Table extends MessageTable>(
  table: Translation<Table>,
  locale: string,
): Messages<Table> {
  const compiled = Object.entries(table as MessageTable).map(([name, entry]) => [
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
  return (values: Readonly<Record<string, string | number>>) => String(message.format(values));
}
