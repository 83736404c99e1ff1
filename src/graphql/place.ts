import type { FieldNode } from 'graphql';
import { type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { ObjectType, Row } from './description.ts';

/** The compiler's position: the row, its maximum number, and the nesting depth. */
export interface Place {
  readonly row: Row;
  readonly count: number;
  readonly depth: number;
}

/** The position inside: `count` rows for each row outside. */
export function deeper(place: Place, row: Row = place.row, count = 1): Place {
  return { row, count: place.count * count, depth: place.depth + 1 };
}

/** SQL for the JSON text of an array of the rows' texts, for use as an aggregate. */
export function arraySql(item: Sql, order: Sql = sql``): Sql {
  return sql`concat('[', string_agg(${item}, ','${order}), ']')`;
}

/** Compiles a row's object: `objectSql` of `compile.ts`, passed to the compiler of its lists. */
export type ObjectCompiler = (
  type: ObjectType,
  nodes: readonly FieldNode[],
  place: Place,
  compilation: Compilation,
) => Sql;
