import pg from 'pg';

/** PostgreSQL's code for a duplicate key. */
const UNIQUE_VIOLATION = '23505';
/**
 * A cluster's coordinator adds the shard's number to the constraint's name, which it gives only in
 * its message for a table that is spread.
 */
const OF_SHARD = /"(\w+)_\d{6,}"$/;
const SHARD_NUMBER = /_\d{6,}$/;

/** Whether the error is a violation of the given unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    (error.constraint?.replace(SHARD_NUMBER, '') ?? OF_SHARD.exec(error.message)?.[1]) ===
      constraint
  );
}

/** Whether one of our database functions raised the error with this code. */
export function raised(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}
