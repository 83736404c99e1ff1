import { type FieldNode, GraphQLError } from 'graphql';
import { join, raw, type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { Access, Entity, Given, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import { every, filterSql, readId } from './filter-sql.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { measuredSql } from './measured.ts';
import { joinsSql, ofStore, tableSql } from './of-store.ts';
import { limitOf, offsetSql } from './pages.ts';
import { arraySql, deeper, type ObjectCompiler, type Place } from './place.ts';
import type { Scope } from './scope.ts';
import { chosenOrder, type ListOrder } from './sorting.ts';

/** Rows of an entity: which, and in which order. */
export interface Rows {
  readonly entity: Entity;
  readonly target: Row;
  readonly conditions: readonly Sql[];
  /** SQL of the store that they are of; absent: of all that the credential may use. */
  readonly store?: string | null;
  readonly order?: (target: Row) => string;
  readonly objectSql: ObjectCompiler;
}

/** Rows of a list, with the field's arguments. */
export interface ListRows extends Rows {
  readonly given: Given;
  /** A page of several stores: the first rows of each are read by its index, then merged. */
  readonly acrossStores?: boolean;
}

/** SQL of the one row's object, or null. */
export function singleSql(
  rows: Rows,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  compilation.cost.add(place.count);
  const inner = deeper(place, rows.target);
  const object = entityObjectSql(rows, nodes, inner, compilation);
  return sql`(select ${object} from ${sourceSql(rows, compilation)} limit 1)`;
}

/** SQL of the list's objects, at most as many as its limit. */
export function listSql(
  rows: ListRows,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
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
  const filtered = { ...rows, acrossStores, conditions: [...filters, ...behind] };
  const own = rows.order ?? rows.entity.order;
  const order = own ? raw(own(rows.target)) : (chosen as ListOrder).sql(rows.target);
  const page: Page = { order, limit, given };
  const bytes = (compilation.cost.bytes - before) / Math.max(1, place.count);
  const isLarge = bytes > MAX_ANSWER_BYTES;
  const listed = sql`(select ${object} as item from ${pageSql(filtered, page, isLarge, compilation)}) listed`;
  return isLarge
    ? measuredSql(listed)
    : sql`(select ${arraySql(raw('listed.item'))} from ${listed})`;
}

interface Page {
  readonly order: Sql;
  readonly limit: number;
  readonly given: Given;
}

/** The page's rows; what is skipped, or comes after the answer is full, is never made into objects. */
function pageSql(rows: ListRows, page: Page, isLarge: boolean, compilation: Compilation): Sql {
  const { order, limit, given } = page;
  const cut = sql`order by ${order} limit ${raw(String(limit))}`;
  if (rows.acrossStores) return sql`${mergedSql(rows, page, compilation)} ${cut}`;
  const source = sql`${sourceSql(rows, compilation)} ${cut}${offsetSql(given)}`;
  if (!isLarge && !given.values.offset) return source;
  return sql`(select ${raw(rows.target)}.* from ${source}) ${rejoined(rows, compilation)} ${cut}`;
}

/** A page of rows under its name, with the entity's joins. */
function rejoined({ entity, target }: Rows, { scope }: Compilation): Sql {
  return raw(`${target}${joinsSql(entity, target, scope)}`);
}

/** A page of several stores, merged of the first rows of each. */
function mergedSql(rows: Rows, { order, limit, given }: Page, compilation: Compilation): Sql {
  const { scope } = compilation;
  const row = raw(rows.target);
  const first = sourceSql({ ...rows, store: 'own.store_id' }, compilation);
  const reach = sql`${raw(String(limit))} + coalesce(${given.bind(({ offset }) => offset)}::bigint, 0)`;
  return sql`(select ${row}.* from unnest(${scope.stores}) own (store_id) cross join lateral (
      select ${row}.* from ${first} order by ${order} limit ${reach}) ${row}
    order by ${order} limit ${raw(String(limit))}${offsetSql(given)}) ${rejoined(rows, compilation)}`;
}

/** SQL of the number of rows that meet the filter. */
export function countSql(rows: ListRows, compilation: Compilation): Sql {
  compilation.cost.add(1);
  const source = sourceSql({ ...rows, conditions: conditionsSql(rows, compilation) }, compilation);
  const { limit } = rows.given.values;
  if (limit === undefined || limit === null) return sql`(select count(*) from ${source})`;
  if ((limit as number) < 0) throw new GraphQLError('limit must not be negative');
  const most = rows.given.bind((values) => values.limit);
  return sql`(select count(*) from (select 1 from ${source} limit ${most}::bigint) counted)`;
}

/** The list's own conditions and those of its filter, whose values decide how it is best read. */
function conditionsSql({ entity, target, given, conditions }: ListRows, compilation: Compilation) {
  const { filter } = given.values;
  const names = Object.keys(filter ?? {}).filter((name) => name !== 'id');
  if (names.length > 0) compilation.planWithValues();
  return [...conditions, ...filterSql(entity, target, given, compilation.scope)];
}

/**
 * The condition on what comes behind the object of `after`, in the order of the list. Nothing does
 * behind one that the credential can't see. The key alone, once more, is what an index takes.
 */
function behindSql(
  { entity, target, given }: ListRows,
  { key, isDescending }: ListOrder,
  { scope }: Compilation,
): Sql[] {
  const { after } = given.values;
  const access = entity.access[scope.reader];
  if (after === undefined || after === null || !access) return [];
  const id = given.bind((values) => readId(entity.prefix, String(values.after)));
  const last = `${target}_last`;
  const isLast = sql`${raw(last)}.id = ${id}::uuid`;
  const visible = every([
    ...ofStore(entity, last, null, scope),
    isLast,
    ...allowed(access, last, scope),
  ]);
  const from = raw(tableSql(entity, last, scope));
  const of = (value: Sql) => sql`(select ${value} from ${from} where ${visible})`;
  const own = key(target);
  const lastKey = of(key(last));
  const beyond = raw(isDescending ? '<' : '>');
  return [
    sql`${own} ${beyond}= ${lastKey}`,
    sql`(${own}, ${raw(target)}.id) ${beyond} (${lastKey}, ${of(raw(`${last}.id`))})`,
  ];
}

/**
 * Table, joins and conditions: whose rows, what the entity is, what was asked, what the credential may
 * see.
 */
function sourceSql(rows: Rows, { scope }: Compilation): Sql {
  const { entity, target, conditions, store = null } = rows;
  const access = entity.access[scope.reader];
  if (!access) throw graphqlErrors.forbidden(entity.name);
  const { only } = entity;
  const all = [
    ...ofStore(entity, target, store, scope),
    ...(only ? [raw(only(target, scope.environment))] : []),
    ...conditions,
    ...allowed(access, target, scope),
  ];
  return sql`${raw(tableSql(entity, target, scope))} where ${every(all)}`;
}

const allowed = ({ where }: Access, row: Row, scope: Scope): Sql[] =>
  where ? [where(row, scope)] : [];

function entityObjectSql(
  { entity, target, objectSql }: Rows,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
): Sql {
  if (!entity.variants) return objectSql(entity, nodes, place, compilation);
  const { tag, types } = entity.variants;
  const cases = Object.entries(types).map(([value, variant]) => {
    const object = objectSql(variant(), nodes, place, compilation);
    return sql`when ${raw(`'${value}'`)} then ${object}`;
  });
  return sql`case ${raw(tag(target))} ${join(cases, ' ')} end`;
}
