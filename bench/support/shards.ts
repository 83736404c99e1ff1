import { type Database, sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import type { BenchMerchant } from './merchant.ts';
import type { Service } from './service.ts';
import { type BenchStore, makeStore } from './shop.ts';

/** Stores to create; among them, every shard has some. */
const STORES = 18;

/** New stores of the merchant, as many on one shard of the cluster as on every other. */
export async function balancedStores(
  service: Service,
  merchant: BenchMerchant,
  database: Database,
): Promise<readonly BenchStore[]> {
  const byShard = new Map<string, BenchStore[]>();
  for (let made = 0; made < STORES; made += 1) {
    const store = await makeStore(service, merchant);
    const shard = await shardOf(database, decodeId('STO', store.id) as string);
    byShard.set(shard, [...(byShard.get(shard) ?? []), store]);
  }
  const all = [...byShard.values()];
  const least = Math.min(...all.map(({ length }) => length));
  return all.flatMap((stores) => stores.slice(0, least));
}

async function shardOf(database: Database, storeId: string): Promise<string> {
  const [found] = await database.query<{ shard: string }>(sql`
    select get_shard_id_for_distribution_column('orders', ${storeId}::text)::text as shard`);
  return found?.shard ?? '';
}
