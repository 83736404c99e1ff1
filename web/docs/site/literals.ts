/** JSON values as literals in the languages of the examples. */
type Quote = (text: string) => string;

interface Style {
  readonly indent: string;
  readonly list: readonly [open: string, close: string];
  readonly map: readonly [open: string, close: string];
  readonly emptyMap?: string;
  readonly key: (name: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly text: Quote;
}

const json: Quote = (text) => JSON.stringify(text);
const WORDS = { true: 'true', false: 'false', null: 'null' };

const STYLES = {
  js: {
    indent: '  ',
    list: ['[', ']'],
    map: ['{', '}'],
    key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `${name}: ` : `${single(name)}: `),
    words: WORDS,
    text: single,
  },
  python: {
    indent: '    ',
    list: ['[', ']'],
    map: ['{', '}'],
    key: (name) => `${json(name)}: `,
    words: { true: 'True', false: 'False', null: 'None' },
    text: json,
  },
  go: {
    indent: '\t',
    list: ['[]any{', '}'],
    map: ['map[string]any{', '}'],
    key: (name) => `${json(name)}: `,
    words: { ...WORDS, null: 'nil' },
    text: json,
  },
  php: {
    indent: '    ',
    list: ['[', ']'],
    map: ['[', ']'],
    emptyMap: 'new stdClass()',
    key: (name) => `${phpText(name)} => `,
    words: WORDS,
    text: phpText,
  },
} satisfies Readonly<Record<string, Style>>;

export type LiteralLanguage = keyof typeof STYLES;

/** The value as an expression of the language, indented from the given depth. */
export function literal(language: LiteralLanguage, value: unknown, depth = 0): string {
  const style: Style = STYLES[language];
  if (value === null) return style.words.null;
  if (typeof value === 'boolean') return value ? style.words.true : style.words.false;
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object') return String(value);
  const lines = Array.isArray(value)
    ? value.map((item) => literal(language, item, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${style.key(name)}${literal(language, item, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? style.list : style.map;
  if (lines.length === 0) return (!Array.isArray(value) && style.emptyMap) || `${open}${close}`;
  const inner = lines.map((line) => `${style.indent.repeat(depth + 1)}${line},\n`).join('');
  return `${open}\n${inner}${style.indent.repeat(depth)}${close}`;
}

/** A text in single quotes for a shell. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function single(text: string): string {
  if (text.includes("'")) return json(text);
  return `'${json(text).slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** JSON's escapes also work in PHP's double quotes, provided that dollar signs are escaped. */
function phpText(text: string): string {
  const isPlain = !/[\\'\n\t\r]/.test(text);
  return isPlain ? `'${text}'` : json(text).replaceAll('$', '\\$');
}
