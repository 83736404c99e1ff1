import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { rootFields } from '../../src/graphql/roots.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { encodeId, type Id, type IdPrefix } from '../../src/kit/id.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant } from './asking.ts';
import { createOracle, readTables } from './oracle.ts';
import { createRandom } from './random.ts';
import { randomQuery } from './random-query.ts';
import { makeRandomShop } from './random-shop.ts';

/** Increase it for a longer run: `GRAPHQL_QUERIES=20000`. */
const QUERIES = Number(process.env.GRAPHQL_QUERIES ?? 300);
const SEED = Number(process.env.GRAPHQL_SEED ?? 1);
const test = useTestApp();

describe('a compiled query', () => {
  let merchant: TestMerchant;
  let tables: Awaited<ReturnType<typeof readTables>>;

  beforeAll(async () => {
    merchant = await makeMerchant(test);
    await makeRandomShop(test, merchant, SEED);
    await makeRandomShop(test, await makeMerchant(test), SEED + 1, 10);
    await letSubscriptionsWait();
    tables = await readTables(test.database);
  }, 120_000);

  for (const environment of ['test', 'prod'] as const) {
    it(`answers in ${environment} what plain resolvers answer`, { timeout: 600_000 }, async () => {
      const ask = askAsMerchant(test, merchant, environment);
      const oracle = createOracle(tables, merchant.id, environment);
      const schema = createSchema(rootFields(null));
      const ids = idsOf(tables);
      let told = 0;
      for (let round = 0; round < QUERIES; round += 1) {
        const random = createRandom(
          SEED * 1_000_003 + round * 7919 + (environment === 'test' ? 0 : 1),
        );
        const query = randomQuery(schema, random, ids);
        const { status, body } = await ask(query);
        if (status === 400 && /20000/.test(body.errors[0].message)) continue;
        const wanted = JSON.parse(JSON.stringify(await oracle(query)));
        expect({ query, ...body }).toEqual({ query, ...wanted });
        if (JSON.stringify(body).length > 100) told += 1;
      }
      expect(told).toBeGreaterThan(QUERIES / 4);
    });
  }
});

/** Gives running subscriptions a next step, and open disputes the subscription that they stop. */
async function letSubscriptionsWait(): Promise<void> {
  await test.database.query(sql`
    update subscription set due_at = period_end
    from orders where orders.store_id = subscription.store_id and orders.id = order_id
      and status in ('active', 'canceling', 'past_due')`);
  await test.database.query(sql`
    update dispute set subscription_order_id = payment.order_id
    from payment join subscription
      on subscription.store_id = payment.store_id and subscription.order_id = payment.order_id
    where payment.store_id = dispute.store_id and payment.id = dispute.payment_id and dispute.status = 'open'`);
}

function idsOf(tables: Awaited<ReturnType<typeof readTables>>) {
  const short = (prefix: IdPrefix, rows: readonly { id: string }[]) =>
    rows.map(({ id }) => encodeId(prefix, id as Id<IdPrefix>));
  const products = short('PROD', tables.product);
  const orders = short('ORD', tables.orders);
  return {
    store: short('STO', tables.store),
    onetimeProduct: products,
    subscriptionProduct: products,
    onetimeOrder: orders,
    subscriptionOrder: orders,
    payment: short('PAY', tables.payment),
    refund: short('REF', tables.refund),
  };
}
