import { type Sql, sql } from './database.ts';

/**
 * Adds an interval to a point in time, in UTC: `timestamptz + interval` depends on the session's
 * time zone, which a cluster rejects in an update.
 */
export function later(time: Sql, interval: Sql): Sql {
  return sql`(${time} at time zone 'UTC' + ${interval}) at time zone 'UTC'`;
}

/** `nextUpdate` of a row that wasn't read and locked before: at least a millisecond after `last`. */
export function nextUpdatedAt(now: Date | Sql, last: Sql = sql`updated_at`): Sql {
  return sql`greatest(${now}, ${later(last, sql`interval '1 millisecond'`)})`;
}
