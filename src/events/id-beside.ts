import { type Sql, sql } from '../database/database.ts';

/**
 * A new UUID with the time of the given UUIDv7, for one of several rows made by one statement. Rows
 * close in time are close in the index of a long table.
 */
export function idBeside(uuid: Sql): Sql {
  return sql`(substr((${uuid})::text, 1, 15) || substr(gen_random_uuid()::text, 16))::uuid`;
}
