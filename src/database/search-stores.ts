import { type Queryable, sql } from './database.ts';
import { mayPass } from './faults.ts';

/**
 * For a job's search of all stores for due work. While a node of a cluster is missing, such a search
 * fails; then, all stores on the other nodes are returned, whether or not they have due work, so
 * that their work goes on.
 */
export function searchingStores(db: Queryable): Pick<Queryable, 'query'> {
  return { query: (statement) => orReachable(db, db.query(statement)) };
}

/** The result of such a search in several statements. */
export async function orReachable<Row>(db: Queryable, search: Promise<Row[]>): Promise<Row[]> {
  try {
    return await search;
  } catch (error) {
    if (!db.guardsStores || !mayPass(error)) throw error;
    return (await listReachableStores(db)) as Row[];
  }
}

/** Both environments of every store whose node answers. */
function listReachableStores(db: Queryable): Promise<object[]> {
  return db.query(sql`
    select store.id as "storeId", environment
    from store cross join (values ('test'), ('prod')) as side (environment)
    where get_shard_id_for_distribution_column('orders', store.id::text) in (
      select placement.shardid from pg_dist_shard_placement placement
      join run_command_on_workers('select 1') node
        on node.nodename = placement.nodename and node.nodeport = placement.nodeport
      where node.success)`);
}
