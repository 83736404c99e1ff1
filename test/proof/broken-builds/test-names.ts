/** The first argument of a call such as `it('…', …)` or `describe.each(…)('…', …)`. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g;
/** Where a title is filled in: `${stage}`, `$name`, `%s`; the last one may be missing. */
const VALUE = / ?(?:\$\{[^}]*\}|\$\w+(?:\.\w+)*|%[sdifjo])/;
/** The action that a suite is repeated for; it isn't in the file. */
const ACTION = /^[a-z-]+\/[a-z-]+ +/;

/** The titles of the tests and suites in a test file's text. */
export function findTitles(text: string): string[] {
  return [...text.matchAll(TITLE)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'));
}

/** Whether the name is part of a title, or of a suite's title and those within it. */
export function isNamed(name: string, titles: readonly string[]): boolean {
  const rest = name.replace(ACTION, '');
  return titles.some((title) => title.includes(rest) || beginsWith(rest, title, titles));
}

function beginsWith(name: string, title: string, titles: readonly string[]): boolean {
  const parts = title.split(VALUE).map(escapePattern);
  if (!parts.some((part) => /\w/.test(part))) return false;
  const pattern = `^${parts.join('.*?')}`;
  if (new RegExp(`${pattern}$`).test(name)) return true;
  const [start] = name.match(new RegExp(`${pattern} `)) ?? [];
  return start !== undefined && start !== name && isNamed(name.slice(start.length), titles);
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
