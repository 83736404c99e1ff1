// Renewals a second with four worker processes, with the sandbox provider and without any provider's
// statements; and that a queue of due subscriptions drains without one double charge.
// BENCH_DATABASE_URL names the server; RENEWALS the length of the queue (100,000).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Database, sql } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { openServer } from '../src/database/open.ts';
import { judged, printTable } from './support/report.ts';
import { createDatabase } from './support/service.ts';

const WORKERS = 4;
const QUEUE = Number(process.env.RENEWALS ?? 100_000);
/** Queue of the run without a provider. */
const SHORT_QUEUE = Math.min(QUEUE, 5_000);
const SEED_TIMEOUT_MS = 600_000;
const worker = fileURLToPath(new URL('./support/renewal-worker.ts', import.meta.url));

const limit = await drain(SHORT_QUEUE, true);
const real = await drain(QUEUE, false);
printTable(`Renewals with ${WORKERS} workers`, [
  ['without a provider’s statements', `${limit.perSecond.toFixed(0)} a second (${SHORT_QUEUE})`],
  ['with the sandbox provider', `${real.perSecond.toFixed(0)} a second (${QUEUE})`],
  ['of the limit', (real.perSecond / limit.perSecond).toFixed(2)],
  ['renewed', judged(real.renewed, `= ${QUEUE}`, real.renewed === QUEUE)],
  ['double charges', judged(real.doubled, '= 0', real.doubled === 0)],
  ['still due', judged(real.due, '= 0', real.due === 0)],
]);

async function drain(queue: number, instant: boolean) {
  const { url, drop } = await createDatabase();
  const database = await openServer(url, 2, SEED_TIMEOUT_MS);
  await migrate(database);
  await seed(database, queue);
  const workers = Array.from({ length: WORKERS }, () => startWorker(url, instant));
  await Promise.all(
    workers.map((child) => once(child.stdout as NonNullable<typeof child.stdout>, 'data')),
  );
  const started = performance.now();
  const ended = workers.map((child) => once(child, 'exit'));
  for (const child of workers) child.stdin?.write('go\n');
  await Promise.all(ended);
  const seconds = (performance.now() - started) / 1000;
  const [found] = await database.query<{ renewed: number; doubled: number; due: number }>(sql`
    select (select count(*)::int from subscription where period_number = 2) as renewed,
      (select count(*)::int from (select order_id from sandbox_charge
        join payment on payment.id::text = idempotency_key where sandbox_charge.status = 'succeeded'
        group by order_id having count(*) > 1) doubled) as doubled,
      (select count(*)::int from subscription where due_at <= ${new Date()}) as due`);
  await database.close();
  await drop();
  return {
    perSecond: queue / seconds,
    ...(found as { renewed: number; doubled: number; due: number }),
  };
}

function startWorker(url: string, instant: boolean): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', worker], {
    env: { PATH: process.env.PATH, WORKER_DATABASE_URL: url, ...(instant ? { INSTANT: '1' } : {}) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Monthly subscriptions whose first period ended a minute ago. */
async function seed(database: Database, queue: number): Promise<void> {
  const end = new Date(Date.now() - 60_000);
  const start = new Date(end);
  start.setUTCMonth(start.getUTCMonth() - 1);
  const anchor = new Date(Math.min(start.getTime(), end.getTime() - 27 * 24 * 60 * 60 * 1000));
  const prices = JSON.stringify({
    USD: { amountMinor: 990, taxCategory: 'saas', taxIncluded: false },
  });
  const store = crypto.randomUUID();
  const product = crypto.randomUUID();
  const version = crypto.randomUUID();
  await database.query(sql`
    insert into store (id, name, slug, status, created_at, updated_at)
    values (${store}, 'Bench', 'bench', 'active', ${anchor}, ${anchor})`);
  await seedCatalogue(database, { store, product, version, prices, anchor });
  await database.query(sql`insert into sandbox_token values
    ('tok_bench', 'visa', '4242', 12, 2099, 'approve', ${anchor})`);
  await database.query(sql`
    with session as (
      insert into checkout_session (id, store_id, environment, status, product_id,
        product_version_id, currency, amount_minor, tax_category, payment_methods, created_at,
        expires_at)
      select gen_random_uuid(), ${store}::uuid, 'test', 'completed', ${product}::uuid,
        ${version}::uuid, 'USD', 990, 'saas', '{card}', ${anchor}::timestamptz, ${end}::timestamptz
      from generate_series(1, ${queue}::int) returning *
    ), ordered as (
      insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
        product_version_id, buyer_email, billing_detail, currency, subtotal_minor, tax_minor,
        total_minor, tax_category, created_at, updated_at)
      select gen_random_uuid(), store_id, 'test', 'subscription', 'active', id, product_id,
        product_version_id, 'buyer@example.com', '{"country":"DE","isBusiness":false}', 'USD', 990,
        0, 990, 'saas', created_at, created_at
      from session returning *
    ), subscribed as (
      insert into subscription (order_id, store_id, environment, billing_period, payment_method,
        provider, saved_method, anchor_at, anchor_period, period_number, period_start, period_end,
        due_at)
      select id, store_id, 'test', 'monthly', 'card', 'sandbox', 'tok_bench', ${anchor}::timestamptz,
        1, 1, ${anchor}::timestamptz, ${end}::timestamptz, ${end}::timestamptz
      from ordered)
    select count(*) from ordered`);
  await database.query(sql`analyze`);
}

async function seedCatalogue(
  database: Database,
  given: { store: string; product: string; version: string; prices: string; anchor: Date },
): Promise<void> {
  const { store, product, version, prices, anchor } = given;
  // Product and version name each other; the product's reference is set afterwards.
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
