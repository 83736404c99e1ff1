import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId, type Id } from '../../src/kit/id.ts';
import { expectSoundBooks } from '../support/books.ts';
import { type Place, placeOf } from '../support/cluster-app.ts';
import { needs } from '../support/needs.ts';
import { sellDuring } from '../support/sell-during.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

/** Sellers at once while the store moves. */
const SELLERS = 3;
/** Milliseconds for moving the shards of some 40 tables. */
const MOVE_MS = 300_000;

describe('a store on a cluster', { ...needs('cluster'), timeout: MOVE_MS }, () => {
  const test = useTestApp();

  async function otherNode({ host, port }: Place): Promise<Omit<Place, 'shard'>> {
    const [node] = await test.database.query<Place>(sql`
      select node_name as host, node_port::int as port from citus_get_active_worker_nodes()
      where (node_name, node_port) <> (${host}, ${port}::int) limit 1`);
    return node as Place;
  }

  it('moves to another node while it sells, and loses nothing', async () => {
    const shop = await makeShop(test);
    const storeId = decodeId('STO', shop.store.id) as Id<'STO'>;
    const from = await placeOf(test, shop.store.id);
    const to = await otherNode(from);
    const move = test.database.session(async (connection) => {
      await connection.query('set statement_timeout = 0');
      await connection.query({
        text: `select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'force_logical')`,
        values: [from.shard, from.host, from.port, to.host, to.port],
        query_timeout: MOVE_MS,
      } as never);
    });
    const sellers = Array.from({ length: SELLERS }, () => shop);
    const { paid, refused } = await sellDuring(sellers, move);
    expect(await placeOf(test, shop.store.id)).toEqual({ shard: from.shard, ...to });
    // While the last rows follow, writes wait; none may be refused for another reason than time.
    for (const message of refused) expect(message).toContain('503');
    expect(paid.length).toBeGreaterThan(0);
    const [stored] = await test.database.query<{ orders: number; payments: number }>(sql`
      select (select count(*)::int from orders
          where store_id = ${storeId} and status = 'completed'
            and id = any(${paid.map((id) => decodeId('ORD', id))}::uuid[])) as orders,
        (select count(distinct order_id)::int from payment
          where store_id = ${storeId} and status = 'succeeded') as payments`);
    expect(stored?.orders).toBe(paid.length);
    expect(stored?.payments).toBeGreaterThanOrEqual(paid.length);
    await expectSoundBooks(test);
    process.stdout.write(`${paid.length} sales during the move, ${refused.length} refused\n`);
  });
});
