import { join, raw, type Sql, sql } from '../database/database.ts';
import { inSteps } from './measured.ts';
import type { PageOfStores } from './page-of-stores.ts';
import type { Bind, Scope } from './scope.ts';
import { gathered, isOnCoordinator, ofOneStore } from './spread-sql.ts';

/** A statement's text, with how to read its values. */
export interface BoundText {
  readonly text: string;
  readonly binds: readonly Bind[];
}

/** Selects columns of the response. */
export interface PlannedStatement extends BoundText {
  /** Finds the one store of the caller that it is about; null if it is about all of them. */
  readonly store: BoundText | null;
}

/** A column of the response: a page of several stores of a cluster (`page-of-stores.ts`). */
export interface PlannedPage {
  readonly column: string;
  readonly page: BoundText;
  /** Read for each store of the page. */
  readonly objects: BoundText;
}

/** A future column. */
export interface NamedValue {
  readonly column: string;
  readonly value: Sql;
  /** SQL that finds its one store; null for all of them. */
  readonly store: Sql | null;
  /** Whether the nodes compute it themselves, so that no rows are gathered for it. */
  readonly isSummed: boolean;
}

export function planStatements(
  values: readonly NamedValue[],
  scope: Scope,
  isMeasured: boolean,
): PlannedStatement[] {
  const select = isMeasured ? measuredSelect : plainSelect;
  return inGroups(values, scope).map((group) => {
    const { store, isSummed } = group[0] as NamedValue;
    const text = select(group);
    const whole = isSummed ? text : opened(text, store ? ofOneStore(scope) : scope);
    return { ...numberBinds(whole), store: store && numberBinds(store) };
  });
}

export function planPage(column: string, page: PageOfStores, scope: Scope): PlannedPage {
  return {
    column,
    page: numberBinds(page.isOfNodes ? page.page : opened(page.page, scope)),
    objects: numberBinds(opened(page.objects, ofOneStore(scope))),
  };
}

/**
 * One group per statement: what has its own store, or is on a cluster's coordinator, is separate.
 */
function inGroups(values: readonly NamedValue[], scope: Scope): (readonly NamedValue[])[] {
  const isApart = ({ value, store, isSummed }: NamedValue) =>
    store !== null || isSummed || isOnCoordinator(value, scope);
  const together = values.filter((value) => !isApart(value));
  const apart = values.filter(isApart).map((value) => [value]);
  return together.length > 0 ? [together, ...apart] : apart;
}

function plainSelect(values: readonly NamedValue[]): Sql {
  const columns = values.map(({ column, value }) => sql`(${value})::text as ${raw(column)}`);
  return sql`select ${join(columns, ', ')}`;
}

function measuredSelect(values: readonly NamedValue[]): Sql {
  const steps = inSteps(values.map(({ value }) => sql`(${value})::text`));
  const columns = values.map(({ column }, nth) => sql`${steps.values[nth]} as ${raw(column)}`);
  return sql`select ${join(columns, ', ')} from ${steps.from}`;
}

/** The statement, preceded by the queries that it names. */
function opened(select: Sql, scope: Scope): Sql {
  const { opening } = scope;
  const own = opening ? [opening] : [];
  const queries = [...gathered(join([...own, select], ' '), scope), ...own];
  return queries.length === 0 ? select : sql`with ${join(queries, ', ')} ${select}`;
}

/** The statement's text with numbered binds; a bind used in many places has one number. */
function numberBinds({ strings, values }: Sql): BoundText {
  const numbers = new Map<Bind, number>();
  const binds: Bind[] = [];
  let text = strings[0] ?? '';
  values.forEach((value, index) => {
    const bind = typeof value === 'function' ? (value as Bind) : () => value;
    let number = numbers.get(bind);
    if (number === undefined) {
      number = binds.push(bind);
      numbers.set(bind, number);
    }
    text += `$${number}${strings[index + 1]}`;
  });
  return { text, binds };
}
