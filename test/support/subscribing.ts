import { sql } from '../../src/database/database.ts';
import { decodeId, encodeId, type Id, newUuid } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import type { Environment, Reply } from './merchant.ts';
import {
  callAsBuyer,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeCardToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from './selling.ts';
import type { TestApp } from './test-app.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Approves the first charge and declines every later one. */
export const FADING_CARD = '4000000000000341';
/** Like the fading card, but its bank says never to charge it again. */
export const REFUSED_CARD = '4000000000000358';
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A shop that sells a subscription, by default for 9.90 USD a month. */
export async function makeClub(
  test: TestApp,
  product: Fields = {},
  environment: Environment = 'test',
): Promise<Shop> {
  const shop = await makeShop(test, {}, environment);
  return { ...shop, productId: await addPlan(shop, product, environment) };
}

/** Another subscription product of the shop; returns `PROD_xxx`. */
export async function addPlan(
  shop: Shop,
  product: Fields = {},
  environment: Environment = 'test',
): Promise<string> {
  const prices = { USD: { amount: '9.90', taxCategory: 'saas' } };
  const body = { storeId: shop.store.id, name: 'A plan', billingPeriod: 'monthly', prices };
  const path = 'subscription-product/create-product';
  return dataOf(await shop.merchant.call(path, { ...body, ...product }, { environment })).product
    .id;
}

export interface Subscribing {
  readonly card?: string;
  readonly buyer?: string;
  /** For the checkout session. */
  readonly session?: Fields;
  /** Overrides for what the buyer sends. */
  readonly body?: Fields;
}

/** Pays a new session of the shop's plan with a buyer's token. */
export async function trySubscribing(shop: Shop, given: Subscribing = {}): Promise<Reply> {
  const { card, buyer = 'buyer-1', session = {}, body = {} } = given;
  const sessionId = await makeSession(shop, session);
  const paying = { ...(await payingBody(shop.test, sessionId, card)), ...body };
  const token = await makeBuyerToken(shop, buyer);
  return callAsBuyer(shop.test, token, 'subscription-order/create-order', paying);
}

/** Like `trySubscribing`; returns `ORD_xxx`. Throws if it was refused. */
export async function subscribe(shop: Shop, given: Subscribing = {}): Promise<string> {
  return dataOf(await trySubscribing(shop, given)).orderId;
}

/** Calls an action on a subscription with its buyer's token. */
export async function callOnOrder(
  shop: Shop,
  verb: 'cancel-order' | 'reactivate-order',
  orderId: string | undefined,
  buyer = 'buyer-1',
): Promise<Reply> {
  const token = await makeBuyerToken(shop, buyer);
  return callAsBuyer(shop.test, token, `subscription-order/${verb}`, { orderId });
}

/** Moves the store's test clock; returns the clock from the answer. */
export async function advanceTo(shop: Shop, to: Date) {
  const body = { storeId: shop.store.id, to: to.toISOString() };
  return dataOf(await shop.merchant.call('test-clock/advance-clock', body)).clock;
}

/** The shop's store time in test. */
export async function storeTime({ test, store }: Shop): Promise<Date> {
  const [row] = await test.database.query<{ at: Date }>(sql`
    select store_time(${decodeId('STO', store.id)}::uuid, 'test', ${test.clock.now()}) as at`);
  return (row as { at: Date }).at;
}

export async function advanceDays(shop: Shop, days: number): Promise<void> {
  await advanceTo(shop, new Date((await storeTime(shop)).getTime() + days * DAY_MS));
}

/** The subscription's state in the database. */
export async function stateOf(shop: Shop, orderId: string) {
  const id = decodeId('ORD', orderId);
  const [row] = await shop.test.database.query<SubscriptionState>(sql`
    select orders.status, period_number as "periodNumber", period_start as "periodStart",
      period_end as "periodEnd", due_at as "dueAt", failed_attempts as "failedAttempts",
      (select coalesce(array_agg(period_number || ':' || outcome order by period_number), '{}')
        from subscription_period
        where store_id = orders.store_id and order_id = orders.id) as periods,
      (select coalesce(array_agg(period_number order by period_number), '{}')
        from payment where store_id = orders.store_id and order_id = orders.id
          and status = 'succeeded') as charged
    from orders join subscription
      on subscription.store_id = orders.store_id and order_id = orders.id
    where orders.id = ${id}`);
  return row as SubscriptionState;
}

export interface SubscriptionState {
  readonly status: string;
  readonly periodNumber: number | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly dueAt: Date | null;
  readonly failedAttempts: number;
  /** Such as `1:charged`. */
  readonly periods: readonly string[];
  /** Numbers of the periods whose payment succeeded. */
  readonly charged: readonly number[];
}

/** Types of the shop's events in order. */
export async function eventTypesOf(shop: Shop): Promise<string[]> {
  return (await eventsOf(shop)).map((event) => event.eventType.replace('subscription.', ''));
}

/** Gives the subscription another card, as a change of the saved method would. */
export async function replaceCard(shop: Shop, orderId: string, card: string): Promise<void> {
  const token = await makeCardToken(shop.test, card);
  await shop.test.database.query(sql`
    update subscription set saved_method = ${token}
    where order_id = ${decodeId('ORD', orderId) as Id<'ORD'>}`);
}

/** The shop's only order; returns `ORD_xxx`. */
export async function onlyOrder({ test, store }: Shop): Promise<string> {
  const [order] = await test.database.query<{ id: Id<'ORD'> }>(sql`
    select id from orders where store_id = ${decodeId('STO', store.id)}`);
  return encodeId('ORD', (order as { id: Id<'ORD'> }).id);
}

/** Results of the order's charges that reached the sandbox, oldest first. */
export async function sentOf({ test }: Shop, orderId: string): Promise<string[]> {
  const rows = await test.database.query<{ status: string }>(sql`
    select sandbox_charge.status from sandbox_charge
    join payment on payment.id::text = idempotency_key
    where order_id = ${decodeId('ORD', orderId)} and sandbox_charge.status <> 'voided'
    order by payment.created_at, payment.id`);
  return rows.map(({ status }) => status);
}

/** Leaves a renewal's charge in progress, as a stopped process would. */
export async function startCharge(test: TestApp, orderId: string, leaseMs = 60_000): Promise<void> {
  const now = test.clock.now();
  await test.database.query(sql`
    insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
      method, provider, period_number, leased_until, created_at, updated_at)
    select ${newUuid(now)}::uuid, orders.store_id, orders.environment, orders.id, 'pending',
      currency, total_minor, 'card', 'sandbox', period_number + 1,
      ${addMs(now, leaseMs)}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from orders join subscription
      on subscription.store_id = orders.store_id and order_id = orders.id
    where orders.id = ${decodeId('ORD', orderId)}`);
}

/** Types of one order's events in order. */
export async function eventTypesOfOrder(shop: Shop, orderId: string): Promise<string[]> {
  const events = (await eventsOf(shop)).filter(({ data }) => data.orderId === orderId);
  return events.map(({ eventType }) => eventType.replace('subscription.', ''));
}

/** Hides a subscription from the worker, so that a store can be reused. */
export async function retire({ test }: Shop, orderId: string): Promise<void> {
  await test.database.query(sql`
    update subscription set due_at = null where order_id = ${decodeId('ORD', orderId)}`);
}
