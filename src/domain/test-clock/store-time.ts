import { type Sql, sql } from '../../database/database.ts';

/**
 * SQL of what time it is for a store: its test clock's where that is ahead. A subquery rather than a
 * function: a node of a cluster runs it beside the row.
 */
export function storeTime(storeId: Sql, environment: Sql, now: Date): Sql {
  return sql`greatest(${now}::timestamptz, (select clock.at from test_clock clock
    where clock.store_id = ${storeId} and ${environment} = 'test'))`;
}
