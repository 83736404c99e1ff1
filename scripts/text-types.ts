// Generates the types of the localized texts from src/texts/en.json.
import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageTable } from '../src/kit/messages.ts';
import { readTexts, SECTIONS, type Section } from '../src/texts/read-texts.ts';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Path and content of the files that declare which texts exist and their placeholders. */
export function textTypes(): Record<string, string> {
  const english = readTexts('en');
  return Object.fromEntries(
    SECTIONS.map((section) => {
      const name = section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return [`src/texts/types/${name}.ts`, typesOf(section, english[section] ?? {})];
    }),
  );
}

/** The names of a message's placeholders: `store` in `Back to {store}`. */
export function placesOf(text: string): string[] {
  return namesIn(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
}

function typesOf(section: Section, table: MessageTable): string {
  const name = `${section[0]?.toUpperCase()}${section.slice(1)}Texts`;
  const lines = Object.entries(table).flatMap(([key, entry]) =>
    typeof entry === 'string'
      ? [`  readonly ${quoted(key)}: ${typeOf(entry)};`]
      : [
          `  readonly ${quoted(key)}: {`,
          ...Object.entries(entry).map(
            ([part, text]) => `    readonly ${quoted(part)}: ${typeOf(text)};`,
          ),
          '  };',
        ],
  );
  const head = ['// Generated from en.json by `npm run docs:generate`.'];
  const hasPlaces = lines.some((line) => line.includes('Values<'));
  const use = hasPlaces ? ["import type { Values } from '../../kit/messages.ts';", ''] : [''];
  return [...head, ...use, `export interface ${name} {`, ...lines, '}', ''].join('\n');
}

function typeOf(text: string): string {
  const places = placesOf(text).map((place) => `'${place}'`);
  return places.length === 0 ? 'string' : `(values: Values<${places.join(' | ')}>) => string`;
}

function quoted(key: string): string {
  return /^[a-z_]\w*$/i.test(key) ? key : `'${key}'`;
}

function namesIn(ast: Ast): string[] {
  const names = ast.flatMap((part) => {
    const inside =
      'options' in part ? Object.values(part.options).flatMap(({ value }) => value) : [];
    const isNamed = 'value' in part && part.type !== 0;
    return [...(isNamed ? [String(part.value)] : []), ...namesIn(inside as Ast)];
  });
  return [...new Set(names)].sort();
}
