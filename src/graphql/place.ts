import type { FieldNode } from 'graphql';
import { type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { ObjectType, Row } from './description.ts';

/** Where the compiler stands: the row, how many of it there may be, and how deep it is nested. */
export interface Place {
  readonly row: Row;
  readonly count: number;
  readonly depth: number;
}

/** The place inside: a row of it, so many for each row outside. */
export function deeper(place: Place, row: Row = place.row, count = 1): Place {
  return { row, count: place.count * count, depth: place.depth + 1 };
}

/** SQL of the JSON text of an array of the rows' texts, which a query gives as aggregates do. */
export function arraySql(item: Sql, order: Sql = sql``): Sql {
  return sql`concat('[', string_agg(${item}, ','${order}), ']')`;
}

/** Compiles the object of a row: `objectSql` of `compile.ts`, handed to what compiles lists of it. */
export type ObjectCompiler = (
  type: ObjectType,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
) => Sql;
