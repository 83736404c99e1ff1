import { type Database, type Sql, sql } from '../../src/database/database.ts';

/** Runs the statement without triggers: for states that no allowed move leads to. */
export function runWithoutTriggers(
  database: Pick<Database, 'transaction'>,
  statement: Sql,
): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(statement);
  });
}
