import { randomUUID } from 'node:crypto';
import { sql } from '../../src/database/database.ts';
import { MAX_ORDERS, MAX_RECORDS } from '../../src/domain/personal-data/buyer-records.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeMember, openDashboard } from './dashboard.ts';
import { makeMerchant } from './merchant.ts';
import { makeSale } from './refunding.ts';
import type { Shop } from './selling.ts';
import type { TestApp } from './test-app.ts';

interface Customer {
  readonly shop: Shop;
  readonly email: string;
}

/** Calls of an action on a customer's data, and the error rows they share. */
export function customerCalls(test: TestApp, path: string, refused: 'admin' | 'member') {
  const makeCustomer = async () => {
    const { shop, orderId } = await makeSale(test);
    return { shop, orderId, email: 'buyer@example.com' };
  };
  const send = async ({ shop, email }: Customer, fields: object = {}, by = shop.merchant) => {
    const dashboard = await openDashboard(test, by);
    return dashboard.call(path, { storeId: shop.store.id, email, ...fields });
  };
  const cases = {
    missingStoreId: async () => send(await makeCustomer(), { storeId: null }),
    malformedStoreId: {
      got: 'shop',
      send: async () => send(await makeCustomer(), { storeId: 'shop' }),
    },
    missingEmail: async () => send(await makeCustomer(), { email: ' ' }),
    forbidden: async () => {
      const { shop, email } = await makeCustomer();
      const member = await makeMember(test, shop.merchant, shop.store.id, refused);
      return send({ shop, email }, {}, member);
    },
    storeNotFound: async () => send(await makeCustomer(), {}, await makeMerchant(test)),
    notFound: async () => send(await makeCustomer(), { email: 'nobody@example.com' }),
    tooManyOrders: async () => {
      const { orderId, ...customer } = await makeCustomer();
      await repeatOrder(test, orderId, MAX_ORDERS);
      return send(customer);
    },
    tooManyRecords: async () => {
      const customer = await makeCustomer();
      await repeatPeriod(test, customer.orderId, MAX_RECORDS);
      return send(customer);
    },
  };
  return { makeCustomer, send, cases };
}

/** Copies the order the given number of times. */
async function repeatOrder({ database }: TestApp, orderId: string, times: number): Promise<void> {
  const id = decodeId('ORD', orderId);
  const [order] = await database.query<{ session: string; store: string }>(sql`
    select checkout_session_id as session, store_id as store from orders where id = ${id}`);
  const { session, store } = order as { session: string; store: string };
  const ids = Array.from({ length: times }, () => randomUUID());
  await database.query(sql`
    insert into checkout_session
    select (jsonb_populate_record(one, jsonb_build_object('id', copy))).*
    from checkout_session one, unnest(${ids}::uuid[]) copy
    where one.store_id = ${store} and one.id = ${session}`);
  await database.query(sql`
    insert into orders
    select (jsonb_populate_record(one,
      jsonb_build_object('id', copy, 'checkout_session_id', copy))).*
    from orders one, unnest(${ids}::uuid[]) copy
    where one.store_id = ${store} and one.id = ${id}`);
}

/** Gives the order the given number of periods. */
async function repeatPeriod({ database }: TestApp, orderId: string, times: number): Promise<void> {
  await database.query(sql`
    insert into subscription_period (order_id, period_number, store_id, starts_at, ends_at, outcome)
    select id, number, store_id, created_at, created_at + interval '1 day', 'skipped'
    from orders, generate_series(1, ${times}::int) number where id = ${decodeId('ORD', orderId)}`);
}
