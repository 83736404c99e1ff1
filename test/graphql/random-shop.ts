import { type Queryable, raw, sql } from '../../src/database/database.ts';
import { later } from '../../src/database/later.ts';
import { decodeId, newUuid } from '../../src/kit/id.ts';
import { makeStore, type TestMerchant } from '../support/merchant.ts';
import type { TestApp } from '../support/test-app.ts';
import { createRandom, type Random } from './random.ts';

/** Rows of random stores, inserted without actions, so that every state occurs. */
export const CURRENCIES = ['USD', 'JPY', 'KWD'] as const;
const EMAILS = ['Ann@b.co', 'ann@b.co', 'bo@b.co', 'cy@b.co', 'di@b.co', 'ed@b.co'];
const COUNTRIES = ['DE', 'US', 'US', 'JP'];
const TEXTS = ['Ab', 'abc', 'Žluť "quoted"', 'a%b_c', 'x\\y', '["PROD", "'];
export const RANGE = { from: Date.UTC(2025, 10, 1), days: 130 } as const;

export interface Making {
  readonly db: Queryable;
  readonly random: Random;
  readonly storeId: string;
}

export interface RandomStore {
  readonly id: string;
  readonly slug: string;
  readonly making: Making;
  readonly products: readonly Product[];
}

/** Fills two stores of the merchant; returns their Short IDs. */
export async function makeRandomShop(
  test: TestApp,
  merchant: TestMerchant,
  seed: number,
  orders = 40,
): Promise<readonly RandomStore[]> {
  const random = createRandom(seed);
  const made: RandomStore[] = [];
  for (const name of ['One', 'Two']) {
    const { id, slug } = await makeStore(merchant, name);
    const making = { db: test.database, random, storeId: decodeId('STO', id) as string };
    const products: Product[] = [];
    for (let count = 0; count < 6; count += 1) products.push(await insertProduct(making));
    for (let count = 0; count < orders; count += 1) {
      await insertOrder(making, random.pick(products));
    }
    made.push({ id, slug, making, products });
  }
  return made;
}

/** One of the changes that happen to orders and payments after their day has ended. */
export async function changeSomething({ making, products }: RandomStore): Promise<void> {
  const { db, random, storeId } = making;
  const one = (condition: string) => sql`(select id from orders
    where store_id = ${storeId} and ${raw(condition)} order by md5(id::text || ${String(
      random.below(1_000),
    )}::text) limit 1)`;
  const changes = [
    () => insertOrder(making, random.pick(products)),
    () =>
      db.query(sql`update orders set status = 'canceled',
      updated_at = ${later(sql`created_at`, sql`${random.below(90)} * interval '1 day'`)}
      where store_id = ${storeId} and id = ${one(`status in ('active', 'past_due')`)}`),
    () =>
      db.query(sql`update orders set buyer_email = ${random.pick(EMAILS)},
      billing_detail = '{"country": "FR", "isBusiness": true}', status = status
      where store_id = ${storeId} and id = ${one(`status = 'pending'`)}`),
    () =>
      db.query(sql`update orders set status = 'completed'
      where store_id = ${storeId} and id = ${one(`status = 'pending' and kind = 'onetime'`)}`),
    () =>
      db.query(sql`
      insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
        method, provider, leased_until, created_at, updated_at)
      select gen_random_uuid(), store_id, environment, id, 'pending', currency, total_minor, 'card',
        'sandbox', created_at, created_at, created_at
      from orders where store_id = ${storeId} and id = ${one(
        `kind = 'onetime' and not exists (select from payment
          where payment.store_id = orders.store_id and order_id = orders.id)`,
      )}`),
    () =>
      db.query(sql`update payment set status = 'succeeded', paid_at = created_at,
      card_brand = 'amex' where store_id = ${storeId} and status = 'pending'`),
    () =>
      db.query(sql`update payment set status = 'failed', failure_reason = 'late'
      where store_id = ${storeId} and status = 'pending'`),
  ];
  await random.pick(changes)();
}

/** Some timestamps are shared, so that the order of equal times is tested. */
function moment(random: Random): Date {
  const day = random.below(RANGE.days);
  const hour = random.chance(0.3) ? 0 : random.below(24);
  return new Date(RANGE.from + (day * 24 + hour) * 3_600_000);
}

export interface Product {
  readonly id: string;
  readonly kind: 'onetime' | 'subscription';
  readonly versionId: string;
}

async function insertProduct({ db, random, storeId }: Making): Promise<Product> {
  const now = moment(random);
  const id = newUuid(now);
  const kind = random.pick(['onetime', 'subscription'] as const);
  const versions = [newUuid(now), newUuid(now)] as const;
  const [test, prod] = random.pick([
    [0, 0],
    [0, 1],
    [1, null],
    [null, 0],
  ] as const);
  const shown = (place: number | null) => (place === null ? null : versions[place as 0 | 1]);
  const status = (place: number | null) =>
    place === null ? null : random.pick(['active', 'inactive']);
  await db.query(sql`
      with made as (
        insert into product_version (id, store_id, product_id, version_number, name, description,
          billing_period, prices, media, metadata, created_at)
        select id, ${storeId}::uuid, ${id}::uuid, number, name, description, ${
          kind === 'subscription' ? random.pick(['weekly', 'monthly', 'yearly']) : null
        }::text, prices, media, metadata, ${now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(
          versions.map((versionId, place) => versionRow(random, versionId, place + 1)),
        )}::jsonb) as given (id uuid, number integer, name text, description text, prices jsonb,
          media jsonb, metadata jsonb))
      insert into product (id, store_id, kind, test_version_id, test_status, test_updated_at,
        prod_version_id, prod_status, prod_updated_at, created_at)
      values (${id}, ${storeId}, ${kind}, ${shown(test)}, ${status(test)},
        ${test === null ? null : moment(random)}, ${shown(prod)}, ${status(prod)},
        ${prod === null ? null : moment(random)}, ${now})`);
  return { id, kind, versionId: versions[0] };
}

function versionRow(random: Random, id: string, number: number) {
  const prices = CURRENCIES.filter(() => random.chance(0.7)).map((currency) => [
    currency,
    {
      amountMinor: random.below(100_000) + 1,
      taxCategory: 'saas',
      taxIncluded: random.chance(0.5),
      ...(random.chance(0.3) ? { trialAmountMinor: 1 } : {}),
    },
  ]);
  const media = Array.from({ length: random.below(3) }, (_, place) => ({
    type: 'image',
    url: `https://e.co/${place}`,
    ...(random.chance(0.5) ? { alt: random.pick(TEXTS) } : {}),
  }));
  return {
    id,
    number,
    name: random.pick(TEXTS),
    description: random.chance(0.5) ? random.pick(TEXTS) : null,
    prices: Object.fromEntries(prices),
    media,
    metadata: random.chance(0.5) ? { note: random.pick(TEXTS) } : {},
  };
}

export async function insertOrder(making: Making, product: Product): Promise<void> {
  const { db, random, storeId } = making;
  const now = moment(random);
  const id = newUuid(now);
  const environment = random.chance(0.8) ? 'test' : 'prod';
  const currency = random.pick(CURRENCIES);
  const subtotal = random.below(50_000) + 1;
  const tax = random.chance(0.5) ? 0 : Math.floor(subtotal / 10);
  const statuses = product.kind === 'onetime' ? ONETIME : SUBSCRIPTION;
  const status = random.pick(statuses);
  const billing = {
    country: random.pick(COUNTRIES),
    isBusiness: random.chance(0.3),
    ...(random.chance(0.5) ? { state: random.pick(['CA', 'NY']) } : {}),
  };
  const days = random.below(90);
  const after = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const updated = after(days);
  const external = random.chance(0.3) ? `EXT-${random.below(5)}` : null;
  // Some changed after their end, and some ended before the column existed.
  const ended = status === 'canceled' && external ? after(Math.floor(days / 2)) : null;
  const sessionId = crypto.randomUUID();
  await db.query(sql`
    with session as (
      insert into checkout_session (id, store_id, environment, status, product_id,
        product_version_id, currency, amount_minor, tax_category, payment_methods, created_at,
        expires_at)
      values (${sessionId}, ${storeId}, ${environment}, 'completed', ${product.id},
        ${product.versionId}, ${currency}, ${subtotal}, 'saas', '{card}', ${now}, ${now}))
    insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
      product_version_id, buyer_email, buyer_identity, billing_detail, currency, subtotal_minor,
      tax_minor, total_minor, tax_category, metadata, merchant_external_id, created_at, updated_at,
      ended_at)
    values (${id}, ${storeId}, ${environment}, ${product.kind}, ${status}, ${sessionId},
      ${product.id}, ${product.versionId}, ${random.pick(EMAILS)},
      ${random.chance(0.7) ? random.pick(['u1', 'u2']) : null}, ${JSON.stringify(billing)},
      ${currency}, ${subtotal}, ${tax}, ${subtotal + tax}, ${random.pick(['saas', 'ebook'])},
      ${JSON.stringify(random.chance(0.5) ? { a: random.pick(TEXTS) } : {})}, ${external}, ${now},
      ${updated}, ${ended})`);
  const order = { id, environment, currency, total: subtotal + tax, now };
  if (product.kind === 'subscription') await insertSubscription(making, order, status);
  await insertPayments(making, order, product.kind);
}

const ONETIME = ['pending', 'completed', 'completed', 'canceled'];
const SUBSCRIPTION = ['pending', 'active', 'active', 'canceling', 'past_due', 'canceled', 'closed'];

interface Order {
  readonly id: string;
  readonly environment: string;
  readonly currency: string;
  readonly total: number;
  readonly now: Date;
}

async function insertSubscription({ db, random, storeId }: Making, order: Order, status: string) {
  const begun = status !== 'pending' && status !== 'closed';
  const trialDays = random.chance(0.4) ? 14 : null;
  const trialMinor = trialDays !== null && random.chance(0.5) ? 5 : null;
  const end = new Date(order.now.getTime() + 30 * 86_400_000);
  const trialEnd = trialDays !== null && random.chance(0.5) ? end : null;
  const period = begun ? random.below(3) : null;
  await db.query(sql`
    insert into subscription (order_id, store_id, environment, billing_period, trial_days,
      trial_minor, payment_method, provider, anchor_at, anchor_period, period_number, period_start,
      period_end, trial_end, canceled_at)
    values (${order.id}, ${storeId}, ${order.environment}, ${random.pick(['weekly', 'monthly'])},
      ${trialDays}, ${trialMinor}, 'card', 'sandbox', ${begun ? order.now : null},
      ${begun ? 1 : null}, ${period}, ${begun ? order.now : null}, ${begun ? end : null},
      ${begun ? trialEnd : null}, ${status === 'canceling' ? end : null})`);
  if (begun && random.chance(0.1)) {
    await db.query(sql`insert into subscription_period
        (order_id, period_number, store_id, starts_at, ends_at, outcome)
      values (${order.id}, 1, ${storeId}, ${order.now}, ${end}, 'credited')`);
  }
  if (status === 'canceled' && random.chance(0.4)) await supersede(db, storeId, order.id);
}

/** Lets another subscription of the store replace the order, if one is left. */
async function supersede(db: Making['db'], storeId: string, orderId: string): Promise<void> {
  const [other] = await db.query<{ id: string }>(sql`
    select other.id from orders other
    where other.store_id = ${storeId} and other.kind = 'subscription' and other.id <> ${orderId}
      and not exists (select from orders taken
        where taken.store_id = ${storeId} and taken.superseded_by_order_id = other.id)
    limit 1`);
  await db.query(sql`
    update orders set superseded_by_order_id = ${other?.id ?? null}
    where store_id = ${storeId} and id = ${orderId}`);
}

async function insertPayments(making: Making, order: Order, kind: Product['kind']) {
  const { db, random, storeId } = making;
  const failures = random.below(2);
  const successes = kind === 'onetime' ? random.below(2) : random.below(3);
  const kinds = [...Array(failures).fill('failed'), ...Array(successes).fill('succeeded')];
  for (const [place, status] of kinds.entries()) {
    const at = moment(random);
    const id = newUuid(at);
    const card = random.chance(0.7);
    await db.query(sql`
      insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
        method, provider, card_brand, card_last4, card_exp_month, card_exp_year, failure_reason,
        leased_until, created_at, updated_at, paid_at, period_number)
      values (${id}, ${storeId}, ${order.environment}, ${order.id}, ${status}, ${order.currency},
        ${order.total}, ${card ? 'card' : 'wechat'}, 'sandbox',
        ${card ? random.pick(['visa', 'mastercard']) : null}, ${card ? '4242' : null},
        ${card ? 12 : null}, ${card ? 2030 : null}, ${status === 'failed' ? random.pick(['card_declined', 'not_completed']) : null},
        ${at}, ${at}, ${at}, ${status === 'succeeded' ? at : null},
        ${kind === 'onetime' ? null : place + 1 - failures < 1 ? 1 : place + 1 - failures})`);
    if (status === 'succeeded' && random.chance(0.4)) await insertRefund(making, order, id);
    if (status === 'succeeded' && random.chance(0.2)) await insertDispute(making, order, id);
    if (status === 'succeeded' && random.chance(0.3)) await insertFraudWarnings(making, order, id);
  }
}

async function insertDispute({ db, random, storeId }: Making, order: Order, paymentId: string) {
  const at = moment(random);
  const status = random.pick(['open', 'won', 'lost']);
  await db.query(sql`
    insert into dispute (id, store_id, environment, payment_id, provider_reference, status, reason,
      currency, amount_minor, respond_by, created_at, closed_at, return_id)
    values (${newUuid(at)}, ${storeId}, ${order.environment}, ${paymentId}, 'dp_1', ${status},
      ${random.pick(['fraudulent', 'general'])}, ${order.currency}, ${order.total},
      ${status === 'open' ? at : null}, ${at}, ${status === 'open' ? null : at},
      ${newUuid(at)})`);
}

async function insertFraudWarnings(
  { db, random, storeId }: Making,
  order: Order,
  paymentId: string,
) {
  for (let number = random.below(2); number >= 0; number -= 1) {
    const at = moment(random);
    await db.query(sql`
      insert into fraud_warning (id, store_id, environment, payment_id, provider_reference, reason,
        created_at)
      values (${newUuid(at)}, ${storeId}, ${order.environment}, ${paymentId}, ${`issfr_${number}`},
        ${random.pick(['misc', 'made_with_lost_card'])}, ${at})`);
  }
}

async function insertRefund({ db, random, storeId }: Making, order: Order, paymentId: string) {
  const at = moment(random);
  const [ticketId, versionId, refundId] = [newUuid(at), newUuid(at), newUuid(at)];
  const status = random.pick(['pending', 'rejected', 'succeeded', 'failed']);
  const decision = { pending: null, rejected: 'reject', succeeded: 'approve', failed: 'approve' }[
    status
  ];
  const amount = random.below(order.total) + 1;
  const reviewed = decision ? new Date(at.getTime() + random.below(100) * 3_600_000) : null;
  await db.query(sql`
    with ticket as (
      insert into refund_ticket (id, store_id, environment, payment_id, status, submitter_identity,
        version_number, amount_minor, merchant_external_id, created_at, updated_at)
      values (${ticketId}, ${storeId}, ${order.environment}, ${paymentId}, ${status}, 'u1', 1,
        ${amount}, ${random.chance(0.5) ? 'REF-1' : null}, ${at}, ${at}))
    insert into refund_ticket_version (id, store_id, ticket_id, number, reason, currency,
      amount_minor, decision, reviewed_at, review_note, created_at)
    values (${versionId}, ${storeId}, ${ticketId}, 1, ${random.pick(['late', 'broken'])},
      ${order.currency}, ${amount}, ${decision}, ${reviewed}, ${decision ? 'seen' : null}, ${at})`);
  if (status !== 'succeeded' && status !== 'failed') return;
  await db.query(sql`
    insert into refund (id, store_id, environment, ticket_id, ticket_version, payment_id, status,
      currency, amount_minor, provider, leased_until, created_at, updated_at)
    values (${refundId}, ${storeId}, ${order.environment}, ${ticketId}, 1, ${paymentId}, ${status},
      ${order.currency}, ${amount}, 'sandbox', ${at}, ${at}, ${at})`);
}
