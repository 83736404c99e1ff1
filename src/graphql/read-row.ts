import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { groupBy } from '../kit/group-by.ts';
import { tooLarge } from './cost.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import type { Plan } from './plan.ts';
import type { Request } from './scope.ts';
import type { BoundText, PlannedPage } from './statements.ts';
import type { Row } from './write-answer.ts';

/** Replaces a store that the caller doesn't have; no store has this ID. */
const NO_STORE = '00000000-0000-0000-0000-000000000000';

type Run = <T>(bound: BoundText, request: Request) => Promise<T[]>;

/** Runs a plan's statements one after another; returns their columns. */
export async function readRow(
  database: Pick<Database, 'query'>,
  plan: Plan,
  request: Request,
  toStatement: (text: string, values: readonly unknown[]) => Statement,
): Promise<Row> {
  const run: Run = ({ text, binds }, asked) => {
    const values = binds.map((bind) => bind(asked));
    return database.query(toStatement(text, values));
  };
  const rows: Row[] = [];
  for (const statement of plan.statements) {
    const { store } = statement;
    const asked = store ? await ofFoundStore(run, store, request) : request;
    rows.push(...(await run<Row>(statement, asked)));
  }
  for (const page of plan.pages) {
    rows.push({ [page.column]: await readPage(run, page, request, plan.heaviest) });
  }
  return Object.assign({}, ...rows);
}

/** The request as if the caller had only the store that the query finds. */
async function ofFoundStore(run: Run, store: BoundText, request: Request): Promise<Request> {
  const [found] = await run<{ id: string | null }>(store, request);
  return ofStore(request, found?.id ?? null);
}

function ofStore(request: Request, storeId: string | null): Request {
  const { caller } = request;
  if (!('storeIds' in caller)) return request;
  const own = caller.storeIds.filter((id) => id === storeId);
  const storeIds = own.length > 0 ? own : [NO_STORE as (typeof own)[number]];
  return { ...request, caller: { ...caller, storeIds } };
}

/** The list's JSON: its rows in order, with their objects read store by store. */
async function readPage(
  run: Run,
  { page, objects }: PlannedPage,
  request: Request,
  heaviest: readonly string[],
): Promise<string> {
  const found = await run<{ storeId: string; id: string }>(page, request);
  const items = new Map<string, string>();
  let bytes = 0;
  for (const [storeId, rows] of groupBy(found, (row) => row.storeId)) {
    const asked = { ...ofStore(request, storeId), rowIds: rows.map(({ id }) => id) };
    for (const { id, item } of await run<{ id: string; item: string | Buffer }>(objects, asked)) {
      items.set(id, item.toString('latin1'));
      bytes += item.length;
    }
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge(heaviest);
  }
  return `[${found.flatMap(({ id }) => items.get(id) ?? []).join(',')}]`;
}
