import { graphqlErrors } from '../errors.ts';
import { csvCell } from './cells.ts';
import type { Export } from './read-export.ts';

/** Objects read at a time, the maximum of a list. */
const PAGE = 100;
/** Maximum rows of one response; the next one continues after the last row. */
export const MAX_ROWS = 10_000;

// biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the columns' selections say
type Item = any;

/** Answers a query with JSON text. */
export type Ask = (body: {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}) => Promise<string>;

/**
 * Yields the file's text one page of the list at a time, so only a page is in memory. Before
 * yielding any text, throws 400 with GraphQL's own messages if the list is refused.
 */
export async function* writeRows(wanted: Export, ask: Ask): AsyncGenerator<string> {
  const query = queryOf(wanted);
  let { after } = wanted.variables;
  let head = wanted.isCsv && !wanted.isResumed ? headingOf(wanted) : '';
  for (let written = 0; written < MAX_ROWS; written += PAGE) {
    const rows = await readPage(query, { ...wanted.variables, after, limit: PAGE }, ask);
    yield head + rows.map((row) => lineOf(row, wanted)).join('');
    head = '';
    if (rows.length < PAGE) return;
    after = rows.at(-1).id;
  }
}

function queryOf({ list, type, columns }: Export): string {
  const selections = new Set(['id', ...columns.map(([, { selection }]) => selection)]);
  return `query ($storeId: ID, $filter: ${type}Filter, $orderBy: ${type}OrderBy, $after: ID, $limit: Int) {
    rows: ${list}(storeId: $storeId, filter: $filter, orderBy: $orderBy, after: $after, limit: $limit) {
      ${[...selections].join(' ')}
    }
  }`;
}

async function readPage(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<Item[]> {
  const { data, errors } = JSON.parse(await ask({ query, variables }));
  if (errors) throw graphqlErrors.syntax(errors[0].message);
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
