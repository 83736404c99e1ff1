import { type Queryable, sql } from './database.ts';

/**
 * Lets the transaction search all nodes of a cluster before it changes a table that is on each
 * of them (a store, an account): one node after the other, because a cluster refuses the change
 * after a search of several at once. Any other database ignores the setting.
 */
export async function searchInTurn(db: Queryable): Promise<void> {
  await db.query(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
}
