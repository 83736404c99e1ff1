import { type FieldNode, GraphQLError } from 'graphql';
import { raw, type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { Given } from './description.ts';
import { filterSql, readId } from './filter-sql.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { measuredSql } from './measured.ts';
import { joinsSql } from './of-store.ts';
import { limitOf, offsetSql } from './pages.ts';
import { arraySql, deeper, type Place } from './place.ts';
import { entityObjectSql, type Rows, sourceSql } from './rows-sql.ts';
import { chosenOrder, type ListOrder } from './sorting.ts';

/** A list's rows, with the field's arguments. */
export interface ListRows extends Rows {
  readonly given: Given;
  /**
   * Whether it is a page of several stores: the first rows of each are read by its index, then
   * merged.
   */
  readonly acrossStores?: boolean;
}

/** A compiled list: which rows, in which order, and the object of each. */
export interface CompiledList {
  readonly rows: ListRows;
  readonly page: Page;
  readonly object: Sql;
  /** Whether the list may exceed the maximum response size. */
  readonly isLarge: boolean;
}

export interface Page {
  readonly order: Sql;
  readonly limit: number;
  readonly given: Given;
}

/** SQL for the list's objects, up to its limit. */
export function listSql(list: CompiledList, compilation: Compilation): Sql {
  const { object, isLarge } = list;
  const listed = sql`(select ${object} as item from ${pageSql(list, compilation)}) listed`;
  return isLarge
    ? measuredSql(listed)
    : sql`(select ${arraySql(raw('listed.item'))} from ${listed})`;
}

export function compileList(
  rows: ListRows,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): CompiledList {
  const { given } = rows;
  const limit = limitOf(given, nodes[0] as FieldNode, compilation);
  compilation.cost.add(place.count * limit);
  const inner = deeper(place, rows.target, limit);
  const before = compilation.cost.bytes;
  const object = entityObjectSql(rows, nodes, inner, compilation);
  const filters = conditionsSql(rows, compilation);
  const chosen = rows.order ? null : chosenOrder(rows.entity, given, compilation.scope);
  const behind = chosen ? behindSql(rows, chosen, compilation) : [];
  const acrossStores = rows.acrossStores === true && !chosen?.isJoined;
  const own = rows.order ?? rows.entity.order;
  const order = own ? raw(own(rows.target)) : (chosen as ListOrder).sql(rows.target);
  const bytes = (compilation.cost.bytes - before) / Math.max(1, place.count);
  return {
    rows: { ...rows, acrossStores, conditions: [...filters, ...behind] },
    page: { order, limit, given },
    ...{ object, isLarge: bytes > MAX_ANSWER_BYTES },
  };
}

/** The page's rows. Rows skipped, or after the response is full, are never converted to objects. */
function pageSql({ rows, page, isLarge }: CompiledList, compilation: Compilation): Sql {
  const { order, limit, given } = page;
  const cut = sql`order by ${order} limit ${raw(String(limit))}`;
  if (rows.acrossStores) return sql`${mergedSql(rows, page, compilation)} ${cut}`;
  const source = sql`${sourceSql(rows, compilation)} ${cut}${offsetSql(given)}`;
  if (!isLarge && !given.values.offset) return source;
  return sql`(select ${raw(rows.target)}.* from ${source}) ${rejoined(rows, compilation)} ${cut}`;
}

/** A page of rows under its name, joined with the entity's joins again. */
function rejoined({ entity, target }: Rows, { scope }: Compilation): Sql {
  return raw(`${target}${joinsSql(entity, target, scope)}`);
}

/** A page of several stores, merged from the first rows of each. */
function mergedSql(rows: Rows, { order, limit, given }: Page, compilation: Compilation): Sql {
  const { scope } = compilation;
  const row = raw(rows.target);
  const first = sourceSql({ ...rows, store: 'own.store_id' }, compilation);
  const reach = sql`${raw(String(limit))} + coalesce(${given.bind(({ offset }) => offset)}::bigint, 0)`;
  return sql`(select ${row}.* from unnest(${scope.stores}) own (store_id) cross join lateral (
      select ${row}.* from ${first} order by ${order} limit ${reach}) ${row}
    order by ${order} limit ${raw(String(limit))}${offsetSql(given)}) ${rejoined(rows, compilation)}`;
}

/** SQL for the number of rows matching the filter. */
export function countSql(rows: ListRows, compilation: Compilation): Sql {
  compilation.cost.add(1);
  const source = sourceSql({ ...rows, conditions: conditionsSql(rows, compilation) }, compilation);
  const { limit } = rows.given.values;
  if (limit === undefined || limit === null) return sql`(select count(*) from ${source})`;
  if ((limit as number) < 0) throw new GraphQLError('limit must not be negative');
  const most = rows.given.bind((values) => values.limit);
  return sql`(select count(*) from (select 1 from ${source} limit ${most}::bigint) counted)`;
}

/** The list's own conditions and those of its filter, whose values affect the best plan. */
function conditionsSql({ entity, target, given, conditions }: ListRows, compilation: Compilation) {
  const { filter } = given.values;
  const names = Object.keys(filter ?? {}).filter((name) => name !== 'id');
  if (names.length > 0) compilation.planWithValues();
  return [...conditions, ...filterSql(entity, target, given, compilation.scope)];
}

/**
 * The condition on rows after the object of `after`, in the list's order. None follow an object
 * that the credential can't see. The key is repeated alone, because an index can use it.
 */
function behindSql(
  { entity, target, given }: ListRows,
  { key, isDescending }: ListOrder,
  compilation: Compilation,
): Sql[] {
  const { after } = given.values;
  if (after === undefined || after === null) return [];
  const id = given.bind((values) => readId(entity.prefix, String(values.after)));
  const last = `${target}_last`;
  const isLast = sql`${raw(last)}.id = ${id}::uuid`;
  const from = sourceSql({ entity, target: last, conditions: [isLast] }, compilation);
  const of = (value: Sql) => sql`(select ${value} from ${from})`;
  const own = key(target);
  const lastKey = of(key(last));
  const beyond = raw(isDescending ? '<' : '>');
  return [
    sql`${own} ${beyond}= ${lastKey}`,
    sql`(${own}, ${raw(target)}.id) ${beyond} (${lastKey}, ${of(raw(`${last}.id`))})`,
  ];
}
