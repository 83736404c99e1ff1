import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makeSale } from '../support/refunding.ts';
import { makeShop } from '../support/selling.ts';
import { type TestApp, useTestApp } from '../support/test-app.ts';

const PRICES = { USD: { amount: '1.00', taxIncluded: true, taxCategory: 'ebook' } };
/** As often as a transaction is tried. */
const ALWAYS = 3;

/**
 * A new product's first rows refer to a store that isn't there, as many as its name says, as they do
 * while a store's tables change nodes. The sequence counts the tries.
 */
async function refuseByName({ database }: TestApp): Promise<void> {
  await database.query(sql`create sequence tries`);
  await database.query({
    text: `create function miss_store() returns trigger language plpgsql as $$ begin
      if nextval('tries') <= substring(new.name from '[0-9]+')::int then
        new.store_id = gen_random_uuid();
      end if;
      return new; end $$`,
    values: [],
  });
  await database.query(sql`create trigger miss_store before insert on product_version for each row
    execute function miss_store()`);
}

async function createProduct(test: TestApp, misses: number) {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  await test.database.query(sql`alter sequence tries restart`);
  const product = { storeId: store.id, name: `Refused ${misses} times`, prices: PRICES };
  const headers = { 'x-idempotency-key': `refused-${misses}` };
  const reply = await merchant.call('onetime-product/create-product', product, { headers });
  const [made] = await test.database.query<{ products: number; tries: number }>(sql`
    select (select count(*)::int from product_version where name = ${product.name}) as products,
      (select last_value::int from tries) as tries`);
  return { reply, ...made };
}

describe('a call that a node refuses while its store moves', needs('one-server'), () => {
  /** Of a cluster, but on one server. */
  const test = useTestApp({}, { spread: { ofStores: new Set(), onCoordinator: new Set() } });
  beforeAll(() => refuseByName(test));

  it.each([1, 2])('is repeated, and its effect is there once: %i times', async (misses) => {
    const { reply, products, tries } = await createProduct(test, misses);
    expect(reply.status).toBe(200);
    expect({ products, tries }).toEqual({ products: 1, tries: misses + 1 });
  });

  it('is repeated if its own checks find rows that do not fit together', async () => {
    const shop = await makeShop(test);
    // The first update of the order goes to another node than what is read afterwards.
    await test.database.query(sql`create sequence completions`);
    await test.database.query({
      text: `create function miss_order() returns trigger language plpgsql as $$ begin
        if nextval('completions') = 1 then return null; end if;
        return new; end $$`,
      values: [],
    });
    await test.database.query(sql`create trigger miss_order before update on orders for each row
      when (new.status = 'completed') execute function miss_order()`);
    const { orderId } = await makeSale(test, {}, shop);
    const [made] = await test.database.query<{ status: string; events: number }>(sql`
      select status, (select count(*)::int from event where type = 'order.completed') as events
      from orders where id = ${decodeId('ORD', orderId)}`);
    expect(made).toEqual({ status: 'completed', events: 1 });
  });

  it('can be retried later if that does not help, and has no effect', async () => {
    const { reply, products, tries } = await createProduct(test, ALWAYS);
    expectError(reply, 503, 'Service temporarily unavailable', 'gateway');
    expect(reply.headers.get('retry-after')).toBe('5');
    expect({ products, tries }).toEqual({ products: 0, tries: ALWAYS });
  });
});

describe('a row that refers to nothing on one server', needs('one-server'), () => {
  const test = useTestApp();
  beforeAll(() => refuseByName(test));

  it('is a defect, and not repeated', async () => {
    const { reply, products, tries } = await createProduct(test, 1);
    expect(reply.status).toBe(500);
    expect({ products, tries }).toEqual({ products: 0, tries: 1 });
  });
});
