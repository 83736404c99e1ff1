import { graphqlErrors, withHint } from '../errors.ts';
import { zoneFormat } from './cells.ts';
import type { Column, ExportedList, Split } from './column.ts';
import { exportedLists } from './columns.ts';

/** A validated export. */
export interface Export {
  readonly list: string;
  readonly type: string;
  readonly columns: readonly (readonly [name: string, column: Column])[];
  readonly split: Split | null;
  readonly isCsv: boolean;
  readonly timeZone: string;
  readonly inZone: (iso: string) => string;
  /** Variables of the query: store, filter, order, cursor. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether it continues after an object, so the heading was written before. */
  readonly isResumed: boolean;
}

const FORMATS = ['csv', 'jsonl'];

/** Throws 400 for an unknown list, column, format or time zone. */
export function readExport(body: Readonly<Record<string, unknown>>): Export {
  const { list, columns, after = null } = body;
  // Null means the default.
  const [format, timeZone] = [body.format ?? 'csv', body.timeZone ?? 'UTC'];
  const { storeId = null, filter = null, orderBy = null } = body;
  const known = typeof list === 'string' ? ownOf(exportedLists, list) : undefined;
  if (!known) throw refuse('list', Object.keys(exportedLists));
  if (!FORMATS.includes(format as string)) throw refuse('format', FORMATS);
  return {
    list: list as string,
    type: known.type,
    columns: chooseColumns(known, columns),
    split: known.split ?? null,
    isCsv: format === 'csv',
    timeZone: String(timeZone),
    inZone: readZone(timeZone),
    variables: { storeId, filter, orderBy, after },
    isResumed: after !== null,
  };
}

/** The columns in the requested order, preceded by the ID; all columns if none are named. */
function chooseColumns({ columns }: ExportedList, asked: unknown): Export['columns'] {
  const names = Object.keys(columns);
  if (asked === undefined || asked === null) return Object.entries(columns);
  const isList = Array.isArray(asked) && asked.every((name) => names.includes(name));
  if (!isList) throw refuse('columns', names);
  const chosen = new Set<string>(['id', ...asked]);
  return [...chosen].map((name) => [name, columns[name] as Column]);
}

function readZone(timeZone: unknown) {
  try {
    return zoneFormat(timeZone as string);
  } catch {
    throw withHint(graphqlErrors.invalidExport, 'timeZone', 'Name it as IANA does: Europe/Berlin.');
  }
}

function refuse(field: string, known: readonly string[]) {
  return withHint(graphqlErrors.invalidExport, field, `Known are: ${known.join(', ')}.`);
}

function ownOf<Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
