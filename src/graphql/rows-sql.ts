import type { FieldNode } from 'graphql';
import { join, raw, type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import { arraySql, deeper, objectSql, type Place } from './compile.ts';
import type { Entity, Given, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import { every, filterSql } from './filter-sql.ts';
import { limitOf, offsetSql } from './pages.ts';

/** Rows of an entity: which, and in which order. */
export interface Rows {
  readonly entity: Entity;
  readonly target: Row;
  readonly conditions: readonly Sql[];
  readonly order?: (target: Row) => string;
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
  const object = entityObjectSql(rows, nodes, inner, compilation);
  const filters = filterSql(rows.entity, rows.target, given, compilation.scope);
  const filtered = { ...rows, conditions: [...rows.conditions, ...filters] };
  const order = raw((rows.order ?? rows.entity.order ?? newestFirst)(rows.target));
  const page = sql`order by ${order} limit ${raw(String(limit))}${offsetSql(given)}`;
  const source = rows.acrossStores
    ? sql`${mergedSql(filtered, order, limit, given, compilation)} order by ${order}`
    : sql`${sourceSql(filtered, compilation)} ${page}`;
  return sql`(select ${arraySql(raw('listed.item'))} from (
    select ${object} as item from ${source}) listed)`;
}

/** The page's rows alone, joined anew: what is skipped is never made into objects. */
function mergedSql(
  rows: Rows,
  order: Sql,
  limit: number,
  given: Given,
  compilation: Compilation,
): Sql {
  const { entity, target } = rows;
  const { scope } = compilation;
  const row = raw(target);
  const ofStore = sql`${raw(`${target}.${entity.storeColumn}`)} = own.store_id`;
  const first = sourceSql({ ...rows, conditions: [ofStore, ...rows.conditions] }, compilation);
  const reach = sql`${raw(String(limit))} + coalesce(${given.bind(({ offset }) => offset)}::bigint, 0)`;
  const joined = entity.joins ? raw(entity.joins(target, scope.environment)) : sql``;
  return sql`(select ${row}.* from unnest(${scope.stores}) own (store_id) cross join lateral (
      select ${row}.* from ${first} order by ${order} limit ${reach}) ${row}
    order by ${order} limit ${raw(String(limit))}${offsetSql(given)}) ${row} ${joined}`;
}

/** SQL of the number of rows that meet the filter. */
export function countSql(rows: ListRows, compilation: Compilation): Sql {
  compilation.cost.add(1);
  const filters = filterSql(rows.entity, rows.target, rows.given, compilation.scope);
  const filtered = { ...rows, conditions: [...rows.conditions, ...filters] };
  return sql`(select count(*) from ${sourceSql(filtered, compilation)})`;
}

const newestFirst = (row: Row) => `${row}.created_at desc, ${row}.id desc`;

/** Table, joins and conditions: what the entity is, what the credential may see, what was asked. */
function sourceSql({ entity, target, conditions }: Rows, { scope }: Compilation): Sql {
  const access = entity.access[scope.reader];
  if (!access) throw graphqlErrors.forbidden(entity.name);
  const { joins, only } = entity;
  const all = [...conditions, access.where(target, scope)];
  if (only) all.unshift(raw(only(target, scope.environment)));
  const joined = joins ? ` ${joins(target, scope.environment)}` : '';
  return sql`${raw(`${entity.table} ${target}${joined}`)} where ${every(all)}`;
}

function entityObjectSql(
  { entity, target }: Rows,
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
