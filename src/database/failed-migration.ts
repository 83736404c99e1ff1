import pg from 'pg';
import { LockedError } from './lock-first.ts';

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const LOCK_CODES = ['55P03', '40P01'];

/** Whether a migration only met a lock that somebody else holds, and can be tried again. */
export function isLockTimeout(error: unknown): boolean {
  if (error instanceof LockedError) return true;
  return error instanceof pg.DatabaseError && LOCK_CODES.includes(error.code ?? '');
}

/** For a migration that met locks to the last attempt. */
export function gaveUp(migration: number | null, cause: unknown): Error {
  return new Error(
    `Migration ${migration} gave up, and nothing of it is left: other sessions keep a table locked that it has to change. docs/runbook.md#slow-answers finds them. Then run it again`,
    { cause },
  );
}

/** The error of a statement with its migration, and with what to do; any other error as it is. */
export function ofMigration(migration: number | null, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || isLockTimeout(error)) return error;
  return new Error(
    `Migration ${migration} failed, and nothing of it is left: ${error.message}. Start again once that is corrected; the previous release still works with the database`,
    { cause: error },
  );
}
