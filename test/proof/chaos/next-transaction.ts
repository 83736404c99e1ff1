import { type Database, raw, sql } from '../../../src/database/database.ts';
import { decodeId } from '../../../src/kit/id.ts';

const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text';
const HERE = sql`select ${raw(NEXT)}::float8 as number`;

/**
 * Writes of the webhook's store from now on have this transaction number or a later one; those in
 * progress have an earlier one. On a cluster, the store's node numbers them. After a crash, the node
 * may show an acknowledged webhook a little later: that fails until then.
 */
export async function nextTransaction(
  database: Database,
  webhook: { readonly id: string; readonly storeId: string },
): Promise<number> {
  const [next] = await database.query<{ number: number }>(
    database.guardsStores ? onNodeOf(webhook) : HERE,
  );
  return next?.number as number;
}

function onNodeOf({ id, storeId }: { readonly id: string; readonly storeId: string }) {
  const command = `select ${NEXT} from %s where id = '${id}'`;
  return sql`
    select coalesce(nullif(result, ''), 'not there yet')::float8 as number
    from run_command_on_shards('webhook', ${command})
    where shardid = get_shard_id_for_distribution_column('webhook',
      ${decodeId('STO', storeId)}::text)`;
}
