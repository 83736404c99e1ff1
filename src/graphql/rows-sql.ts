import type { FieldNode } from 'graphql';
import { join, raw, type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { Access, Entity, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import { every } from './filter-sql.ts';
import { ofStore, tableSql } from './of-store.ts';
import { deeper, type ObjectCompiler, type Place } from './place.ts';
import type { Scope } from './scope.ts';

/** A selection of an entity's rows with its order. */
export interface Rows {
  readonly entity: Entity;
  readonly target: Row;
  readonly conditions: readonly Sql[];
  /** SQL for their store; absent for all stores of the credential. */
  readonly store?: string | null;
  readonly order?: (target: Row) => string;
  readonly objectSql: ObjectCompiler;
}

/** SQL for the row's object, or null. */
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

/**
 * Table, joins and conditions: stores, the entity's own, the requested ones, and the credential's.
 */
export function sourceSql(rows: Omit<Rows, 'objectSql'>, { scope }: Compilation): Sql {
  const { entity, target, conditions, store = null } = rows;
  const access = entity.access[scope.reader];
  if (!access) throw graphqlErrors.forbidden(entity.name);
  const all = [
    ...ofStore(entity, target, store, scope),
    ...ownSql(entity, target, scope),
    ...conditions,
    ...allowed(access, target, scope),
  ];
  return sql`${raw(tableSql(entity, target, scope))} where ${every(all)}`;
}

const ownSql = ({ only }: Entity, row: Row, { environment }: Scope): Sql[] =>
  only ? [raw(only(row, environment))] : [];

const allowed = ({ where }: Access, row: Row, scope: Scope): Sql[] =>
  where ? [where(row, scope)] : [];

/** SQL for the row's object, of its own type if the entity is an interface. */
export function entityObjectSql(
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
