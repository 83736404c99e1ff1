import { type Database, sql } from '../../src/database/database.ts';
import { DAY_MS } from '../../src/kit/period.ts';

/** Slug of the store that they are inserted into. */
export const DUE_STORE = 'due-subscriptions';
const MINUTE_MS = 60_000;

/**
 * Inserts the given number of monthly subscriptions whose first period ended a minute ago,
 * bypassing all actions: a queue of renewals, in a store without members or webhooks.
 */
export async function seedDueSubscriptions(database: Database, queue: number): Promise<void> {
  const end = new Date(Date.now() - MINUTE_MS);
  const start = new Date(end);
  start.setUTCMonth(start.getUTCMonth() - 1);
  const anchor = new Date(Math.min(start.getTime(), end.getTime() - 27 * DAY_MS));
  const prices = JSON.stringify({
    USD: { amountMinor: 990, taxCategory: 'saas', taxIncluded: false },
  });
  const store = crypto.randomUUID();
  const product = crypto.randomUUID();
  const version = crypto.randomUUID();
  await database.query(sql`
    insert into store (id, name, slug, status, created_at, updated_at)
    values (${store}, 'Due', ${DUE_STORE}, 'active', ${anchor}, ${anchor})`);
  await seedCatalogue(database, { store, product, version, prices, anchor });
  await database.query(sql`insert into sandbox_token values
    ('tok_due', 'visa', '4242', 12, 2099, 'approve', ${anchor})`);
  // A session, its order and the subscription have the same id.
  const due = sql`unnest(${Array.from({ length: queue }, () => crypto.randomUUID())}::uuid[]) id`;
  await database.transaction(async (tx) => {
    await tx.query(sql`
      insert into checkout_session (id, store_id, environment, status, product_id,
        product_version_id, currency, amount_minor, tax_category, payment_methods, created_at,
        expires_at)
      select id, ${store}::uuid, 'test', 'completed', ${product}::uuid, ${version}::uuid, 'USD',
        990, 'saas', '{card}', ${anchor}::timestamptz, ${end}::timestamptz
      from ${due}`);
    await tx.query(sql`
      insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
        product_version_id, buyer_email, billing_detail, currency, subtotal_minor, tax_minor,
        total_minor, tax_category, created_at, updated_at)
      select id, ${store}::uuid, 'test', 'subscription', 'active', id, ${product}::uuid,
        ${version}::uuid, 'buyer@example.com', '{"country":"DE","isBusiness":false}', 'USD', 990,
        0, 990, 'saas', ${anchor}::timestamptz, ${anchor}::timestamptz
      from ${due}`);
    await tx.query(sql`
      insert into subscription (order_id, store_id, environment, billing_period, payment_method,
        provider, saved_method, anchor_at, anchor_period, period_number, period_start, period_end,
        due_at)
      select id, ${store}::uuid, 'test', 'monthly', 'card', 'sandbox', 'tok_due',
        ${anchor}::timestamptz, 1, 1, ${anchor}::timestamptz, ${end}::timestamptz,
        ${end}::timestamptz
      from ${due}`);
  });
  await database.query(sql`analyze`);
}

async function seedCatalogue(
  database: Database,
  given: { store: string; product: string; version: string; prices: string; anchor: Date },
): Promise<void> {
  const { store, product, version, prices, anchor } = given;
  // Product and version reference each other; the product's reference is set afterwards.
  await database.session(async (connection) => {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    await connection.query(
      `insert into product (id, store_id, kind, test_version_id, test_status, test_updated_at,
        created_at) values ($1, $2, 'subscription', $3, 'active', $4, $4)`,
      [product, store, version, anchor],
    );
    await connection.query(
      `insert into product_version (id, store_id, product_id, version_number, name, billing_period,
        prices, created_at) values ($1, $2, $3, 1, 'Plan', 'monthly', $4, $5)`,
      [version, store, product, prices, anchor],
    );
    await connection.query('commit');
  });
}
