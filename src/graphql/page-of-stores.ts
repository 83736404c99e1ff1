import { raw, type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { Entity, Given } from './description.ts';
import type { CompiledList } from './list-sql.ts';
import { measuredRows } from './measured.ts';
import { storeOf } from './of-store.ts';
import { offsetSql } from './pages.ts';
import { sourceSql } from './rows-sql.ts';
import type { Bind, Scope } from './scope.ts';
import { isOfSeveralStores, isOnCoordinator, leadsElsewhere } from './spread-sql.ts';

/** A list over several stores of a cluster, read in two steps. */
export interface PageOfStores {
  /** Selects the page's rows in order, as `storeId` and `id`: every node returns its first ones. */
  readonly page: Sql;
  /** Whether the rows are on the nodes; stores themselves are everywhere. */
  readonly isOfNodes: boolean;
  /** Selects `id` and `item`, the object, of the page's rows of one store: its node runs it. */
  readonly objects: Sql;
}

const rowIds: Bind = (request) => request.rowIds ?? [];

/** Whether a cluster's caller asks for all of their several stores. */
const asksForAll = ({ values }: Given, scope: Scope): boolean =>
  isOfSeveralStores(scope) && values.storeId == null;

/** Whether a cluster's caller asks for rows of all of their several stores on the nodes. */
export function isOnNodes({ table }: Entity, given: Given, scope: Scope): boolean {
  return asksForAll(given, scope) && scope.spread?.ofStores.has(table) === true;
}

/** Null for lists that aren't read in this way. */
export function pageOfStores(list: CompiledList, compilation: Compilation): PageOfStores | null {
  const { rows, object, isLarge } = list;
  const { entity, target } = rows;
  const { order, limit, given } = list.page;
  const { scope } = compilation;
  const isOfNodes = isOnNodes(entity, given, scope);
  const isOfStores = entity.store === 'id' && asksForAll(given, scope);
  if (!isOfNodes && !isOfStores) return null;
  const page = sql`select ${raw(storeOf(entity, target) as string)} as "storeId", ${raw(target)}.id
    from ${sourceSql(rows, compilation)}
    order by ${order} limit ${raw(String(limit))}${offsetSql(given)}`;
  if (isOnCoordinator(page, scope) || leadsElsewhere(object)) return null;
  const isOnPage = sql`${raw(target)}.id = any(${rowIds}::uuid[])`;
  const chosen = sourceSql({ ...rows, conditions: [isOnPage] }, compilation);
  const listed = sql`(select ${raw(target)}.id, ${object} as item from ${chosen}) listed`;
  const objects = isLarge ? measuredRows(listed) : sql`select id::text, item from ${listed}`;
  return { page, isOfNodes, objects };
}
