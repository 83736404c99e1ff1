import { type Sql, sql } from './database.ts';

/**
 * A point in time and an interval later. In UTC: `timestamptz + interval` depends on the session's
 * time zone, and a cluster refuses that inside an update.
 */
export function later(time: Sql, interval: Sql): Sql {
  return sql`(${time} at time zone 'UTC' + ${interval}) at time zone 'UTC'`;
}
