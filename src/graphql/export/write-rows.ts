import { graphqlErrors, withHint } from '../errors.ts';
import { csvCell } from './cells.ts';
import type { Export } from './read-export.ts';

/** Objects read at a time, the maximum of a list. */
export const PAGE = 100;
/** Maximum objects of one response; the next one continues after the last row. */
const MAX_ROWS = 10_000;

const CURSOR_GONE =
  'There is no such object, or you can no longer read it. Export the list from its beginning.';

// biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the columns' selections say
type Item = any;

/** Characters of a page that are processed before others get their turn, a few milliseconds. */
const PIECE_LENGTH = 128 * 1024;

/** Answers a query with JSON text. */
export type Ask = (body: {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}) => Promise<string>;

/**
 * Yields the file's text while reading the list one page at a time, so only a page is in memory.
 * Long pages are processed in pieces, each in its turn. Before yielding any text, throws 400 with
 * GraphQL's own messages if the list is refused. Throws when the object to continue after is gone,
 * because the list is empty after it, which isn't its end.
 */
export async function* writeRows(
  wanted: Export,
  ask: Ask,
  nextTurn: () => Promise<void>,
): AsyncGenerator<string> {
  const query = queryOf(wanted);
  const read = async (more: object) => {
    const text = await ask({ query, variables: variablesOf({ ...wanted.variables, ...more }) });
    const pieces = Math.ceil(text.length / PIECE_LENGTH);
    if (pieces > 1) await nextTurn();
    const items = readPage(text);
    return { items, atOnce: Math.ceil(items.length / pieces) || PAGE };
  };
  let head = wanted.isCsv && !wanted.isResumed ? headingOf(wanted) : '';
  const begun = begunObject(wanted);
  if (begun) head = linesOf((await read(begun.variables)).items, wanted).join('');
  let after = begun?.id ?? wanted.variables.after;
  for (let written = 0; written < MAX_ROWS; written += PAGE) {
    const { items, atOnce } = await read({ after, limit: PAGE });
    for (let from = 0; from === 0 || from < items.length; from += atOnce) {
      if (from > 0) await nextTurn();
      yield head + linesOf(items.slice(from, from + atOnce), wanted).join('');
      head = '';
    }
    if (items.length < PAGE) return;
    after = items.at(-1).id;
  }
}

/** The object some of whose rows may be missing, and the variables that read it alone. */
function begunObject({ split, variables }: Export) {
  const { after, filter } = variables;
  const [id, row] = String(after).split('/');
  if (split === null || row === undefined) return null;
  return { id, variables: { filter: { ...(filter as object), id: { eq: id } }, after: null } };
}

/** The query of a page, and of whether the object that it continues after is still there. */
export function queryOf({ list, type, columns, split }: Export): string {
  const selections = new Set(['id', ...columns.map(([, { selection }]) => selection)]);
  if (split) selections.add(split.selection);
  return `query ($storeId: ID, $filter: ${type}Filter, $orderBy: ${type}OrderBy, $after: String,
      $limit: Int, $isContinued: Boolean = false) {
    rows: ${list}(storeId: $storeId, filter: $filter, orderBy: $orderBy, after: $after, limit: $limit) {
      ${[...selections].join(' ')}
    }
    known: ${list}Count(storeId: $storeId, filter: { id: { eq: $after } }) @include(if: $isContinued)
  }`;
}

/** Lines of a page's objects, without those up to the row to continue after. */
function linesOf(items: readonly Item[], wanted: Export): string[] {
  const { split, variables } = wanted;
  const { after, filter } = variables;
  if (!split) return items.map((item) => lineOf(item, wanted));
  const isLeft = ({ id, objectId }: Item) =>
    !String(after).startsWith(`${objectId}/`) || id > String(after);
  return items
    .flatMap((item) => split.rowsOf(item, filter))
    .filter(isLeft)
    .map((row) => lineOf(row, wanted));
}

const variablesOf = (variables: Readonly<Record<string, unknown>>) => ({
  ...variables,
  isContinued: variables.after !== null,
});

/** The objects of a page's JSON. */
function readPage(text: string): Item[] {
  const { data, errors } = JSON.parse(text);
  if (errors) throw graphqlErrors.syntax(errors[0].message);
  if (data.known === 0) throw withHint(graphqlErrors.invalidExport, 'after', CURSOR_GONE);
  return data.rows;
}

/** A byte order mark, which tells spreadsheets the encoding, and the names of the columns. */
function headingOf({ columns, timeZone }: Export): string {
  const names = columns.map(([name]) =>
    /At$|Since$|period(Start|End)/.test(name) ? `${name} (${timeZone})` : name,
  );
  return `\ufeff${names.join(',')}\r\n`;
}

function lineOf(row: Item, { columns, isCsv, inZone }: Export): string {
  const cells = columns.map(([name, { read }]) => [name, read(row)] as const);
  if (isCsv) return `${cells.map(([, cell]) => csvCell(cell, inZone)).join(',')}\r\n`;
  const values = cells.map(([name, cell]) => [name, cell && Object.values(cell)[0]]);
  return `${JSON.stringify(Object.fromEntries(values))}\n`;
}
