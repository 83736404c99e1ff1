import { type Queryable, sql } from './database.ts';

/**
 * Makes the transaction visit the nodes of a cluster one after the other. Otherwise, a cluster
 * refuses to change a table that is on each node (stores, accounts) after a search of several at
 * once, or rows of a table whose definition the same transaction has changed. Any other database
 * ignores the setting.
 */
export async function visitNodesInTurn(db: Queryable): Promise<void> {
  await db.query(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
}
