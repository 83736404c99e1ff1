import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANALYSES } from '../../bench/support/analyses.ts';
import { fillStore } from '../../bench/support/fill-store.ts';
import { listQueries } from '../../bench/support/list-queries.ts';
import { sql } from '../../src/database/database.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { askAsMerchant } from '../graphql/asking.ts';
import { placeOf, useClusterApp } from '../support/cluster-app.ts';
import { makeStore } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makeShop } from '../support/selling.ts';

const TEST_MS = 240_000;
const ROLL_UPS = 3;
const ORDERS = 400;
const FILLING = { orders: ORDERS, customers: 50, subscriptions: 40 };
/** Of an order's metadata, so that the orders of both stores are larger than all their sums. */
const WIDE = 8_000;
/** Of the orders of both stores, a sixth may be copied. */
const MAX_COPIED = '1MB';

describe('a merchant with stores on two nodes', { ...needs('citus'), timeout: TEST_MS }, () => {
  const parts = useClusterApp(2);
  const holder = {} as {
    ask: (query: string, variables?: object) => Promise<Record<string, unknown>>;
    stores: readonly string[];
  };

  beforeAll(async () => {
    const { test } = parts;
    if (!test) return;
    const { merchant, store } = await makeShop(test);
    const stores = [store.id];
    const { port } = await placeOf(test, store.id);
    while (stores.length < 2) {
      const { id } = await makeStore(merchant);
      if ((await placeOf(test, id)).port !== port) stores.push(id);
    }
    for (const id of stores) {
      const storeId = decodeId('STO', id) as string;
      await test.database.session((connection) => fillStore(connection, { storeId, ...FILLING }));
      const metadata = { wide: 'x'.repeat(WIDE) };
      await test.database.query(sql`
        update orders set metadata = ${JSON.stringify(metadata)} where store_id = ${storeId}`);
    }
    const signal = new AbortController().signal;
    // Some days are read from sums, and the others from their rows.
    for (let run = 0; run < ROLL_UPS; run += 1) {
      await createRollUpDays().run({ database: test.database, signal } as never);
    }
    await test.database.session(async (connection) => {
      await connection.query(
        `alter system set citus.max_intermediate_result_size = '${MAX_COPIED}'`,
      );
      await connection.query('select pg_reload_conf()');
    });
    await pause(1_000);
    const ask = askAsMerchant(test, merchant);
    holder.stores = stores;
    holder.ask = async (query, variables) => {
      const { body } = await ask(query, variables as never);
      expect(body.errors, query).toBeUndefined();
      return body.data;
    };
  }, TEST_MS);

  it('can’t copy the orders of both to one place', async () => {
    const copied = parts.test.database.query(sql`
      with copied as materialized (select * from orders) select count(*) from copied`);
    await expect(copied).rejects.toThrow('intermediate result size exceeds');
  });

  it('reads every list of both without copying more than a page', async () => {
    const [order, payment, product] = await newest();
    const queries = listQueries({
      ...{ store: holder.stores[0] as string, product, plan: product },
      ...{ deepOrder: order, deepPayment: payment },
      ...{ rarePart: 'garcia12', commonPart: 'smith', externalId: 'INV-2500' },
    });
    let asked = 0;
    for (const { text, variables } of queries.values()) {
      if (text.includes('store(')) continue;
      const ofAll = text.replace('$storeId: ID!', '$storeId: ID');
      await holder.ask(ofAll, { ...variables, storeId: null });
      asked += 1;
    }
    expect(asked).toBeGreaterThan(50);
  });

  it('adds up the analyses of both without copying orders', async () => {
    for (const [name, fields] of ANALYSES) await holder.ask(`{ ${name} { ${fields} } }`);
    const { whole, ...each } = await holder.ask(`{ whole: ${COUNTED}
      ${holder.stores.map((id, nth) => `of${nth}: ${COUNTED.replace('{', `(storeId: "${id}") {`)}`).join(' ')} }`);
    const counts = Object.values(each).map((one) => (one as { totalCount: number }).totalCount);
    expect(counts).toEqual([ORDERS, ORDERS]);
    expect(whole).toEqual({ totalCount: 2 * ORDERS });
  });

  it('pages through both in one order, by offset and by cursor', async () => {
    const page = async (how: string) =>
      (await holder.ask(`{ orders(limit: 40, ${how}) { id storeId createdAt } }`)).orders as Row[];
    const first = await page('offset: 0');
    const times = first.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(first.map(({ storeId }) => storeId)).size).toBe(2);
    expect(await page(`after: "${first.at(-1)?.id}"`)).toEqual(await page('offset: 40'));
    expect(await holder.ask('{ ordersCount }')).toEqual({ ordersCount: 2 * ORDERS });
  });

  it('reads the lists inside each of its stores', async () => {
    const { stores } = await holder.ask('{ stores { id onetimeProducts(limit: 1) { storeId } } }');
    const found = (stores as { id: string; onetimeProducts: Row[] }[])
      .filter(({ onetimeProducts }) => onetimeProducts.length > 0)
      .map(({ id, onetimeProducts }) => [id, onetimeProducts.map(({ storeId }) => storeId)]);
    expect(found).toEqual([...holder.stores].reverse().map((id) => [id, [id]]));
  });

  interface Row {
    readonly id: string;
    readonly storeId: string;
    readonly createdAt: string;
  }

  async function newest(): Promise<[string, string, string]> {
    const [row] = await parts.test.database.query<Record<'order' | 'payment' | 'product', string>>(
      sql`select id as order, product_id as product, (select id from payment limit 1) as payment
        from orders where store_id = ${decodeId('STO', holder.stores[0] as string)} limit 1`,
    );
    return [
      encodeId('ORD', row?.order as Id<'ORD'>),
      encodeId('PAY', row?.payment as Id<'PAY'>),
      encodeId('PROD', row?.product as Id<'PROD'>),
    ];
  }
});

const COUNTED = 'orderStatistics { totalCount }';
