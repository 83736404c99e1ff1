import { type Sql, sql } from '../../database/database.ts';

/**
 * SQL for a store's current time: its test clock's if that is ahead. A subquery rather than a
 * function, so that a node of a cluster evaluates it next to the row.
 */
export function storeTime(storeId: Sql, environment: Sql, now: Date): Sql {
  return sql`greatest(${now}::timestamptz, (select clock.at from test_clock clock
    where clock.store_id = ${storeId} and ${environment} = 'test'))`;
}
