import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import type { BoundText, Plan } from './plan.ts';
import type { Request } from './scope.ts';
import type { Row } from './write-answer.ts';

/** Replaces a store that the caller doesn't have; no store has this ID. */
const NO_STORE = '00000000-0000-0000-0000-000000000000';

/** Runs a plan's statements one after another; returns their columns. */
export async function readRow(
  database: Pick<Database, 'query'>,
  plan: Plan,
  request: Request,
  toStatement: (text: string, values: readonly unknown[]) => Statement,
): Promise<Row> {
  const rows: Row[] = [];
  for (const { text, binds, store } of plan.statements) {
    const asked = store ? await ofOneStore(database, store, request) : request;
    const values = binds.map((bind) => bind(asked));
    rows.push(...(await database.query<Row>(toStatement(text, values))));
  }
  return Object.assign({}, ...rows);
}

/** The request as if the caller had only the one store. */
async function ofOneStore(
  database: Pick<Database, 'query'>,
  { text, binds }: BoundText,
  request: Request,
): Promise<Request> {
  const { caller } = request;
  if (!('storeIds' in caller)) return request;
  const values = binds.map((bind) => bind(request));
  const [found] = await database.query<{ id: string | null }>({ text, values });
  const own = caller.storeIds.filter((id) => id === found?.id);
  const storeIds = own.length > 0 ? own : [NO_STORE as (typeof own)[number]];
  return { ...request, caller: { ...caller, storeIds } };
}
