import type pg from 'pg';

/**
 * Runs a statement that fires no triggers and checks no references, which requires a superuser. Set
 * for a transaction, because a cluster's nodes take over no other settings.
 */
export async function runWithoutTriggers(
  connection: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  await connection.query('begin');
  await connection.query('set local session_replication_role = replica');
  await connection.query(text, [...values]);
  await connection.query('commit');
}
