import pg from 'pg';

/** PostgreSQL's code for a key that exists already. */
const UNIQUE_VIOLATION = '23505';

/** Whether the error is the database's refusal of a second row under the unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === constraint
  );
}

/** Whether the error was raised with the code by a function of ours. */
export function raised(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}
