import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { expectSoundBooks } from '../support/books.ts';
import { DATABASE, placeOf, useClusterApp } from '../support/cluster-app.ts';
import { needs } from '../support/needs.ts';
import { makeSale } from '../support/refunding.ts';
import { sellDuring } from '../support/sell-during.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { administer, withDatabase } from '../support/server-database.ts';

const SHOPS = 6;
/** Milliseconds for moving shards of some 40 tables. */
const GROW_MS = 300_000;

describe('a node that joins a cluster', { ...needs('citus'), timeout: GROW_MS }, () => {
  const parts = useClusterApp(2, 1);

  it('takes over stores while they sell, and no sale is refused', async () => {
    const { test, cluster } = parts;
    const shops: Shop[] = [];
    while (shops.length < SHOPS) shops.push(await makeShop(test));
    const grow = async () => {
      const joining = cluster.nodes[1]?.url as string;
      await administer(joining, `create database ${DATABASE}`);
      await administer(withDatabase(joining, DATABASE), 'create extension citus');
      await test.database.session(async (connection) => {
        const { hostname, port } = new URL(joining);
        const run = (text: string, values: unknown[] = []) =>
          connection.query({ text, values, query_timeout: GROW_MS } as never);
        await run('set statement_timeout = 0');
        await run('select citus_add_node($1, $2::int)', [hostname, port]);
        await run("select citus_rebalance_start(shard_transfer_mode := 'force_logical')");
        await run('select citus_rebalance_wait()');
      });
    };
    const { paid, refused } = await sellDuring(shops, grow());
    const places = await Promise.all(shops.map(({ store }) => placeOf(test, store.id)));
    expect(new Set(places.map(({ port }) => port)).size).toBe(2);
    expect(refused).toEqual([]);
    const [stored] = await test.database.query<{ sold: number }>(sql`
      select count(*)::int as sold from orders where status = 'completed'`);
    expect(stored?.sold).toBe(paid.length);
    for (const shop of shops) await makeSale(test, {}, shop);
    await expectSoundBooks(test);
    process.stdout.write(`${paid.length} sales while the node took over stores\n`);
  });
});
