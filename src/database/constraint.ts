import pg from 'pg';

/** PostgreSQL's code for a duplicate key. */
const UNIQUE_VIOLATION = '23505';
/** A cluster's coordinator names the constraint of a table that is spread only in its message. */
const NAME = /"(\w+)"$/;
/** A cluster adds it to the name. */
const SHARD_NUMBER = /_\d{6,}$/;

/** Whether the error is a violation of the given unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  const name = error.constraint ?? NAME.exec(error.message)?.[1];
  return name?.replace(SHARD_NUMBER, '') === constraint;
}

/** Whether one of our database functions raised the error with this code. */
export function raised(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}
