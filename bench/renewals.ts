// Renewals per second with four worker processes, with the sandbox provider and without any
// provider statements; also checks that a queue of due subscriptions drains without a double
// charge. BENCH_DATABASE_URL names the server; RENEWALS sets the queue length (100,000).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Database, sql } from '../src/database/database.ts';
import { seedDueSubscriptions } from '../test/support/due-subscriptions.ts';
import { createDatabase, openMigrated } from './support/bench-database.ts';
import { report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';

const WORKERS = 4;
const QUEUE = Number(process.env.RENEWALS ?? scaled(100_000, 2_000));
/** Queue length of the run without a provider. */
const SHORT_QUEUE = Math.min(QUEUE, 5_000);
const SEED_TIMEOUT_MS = 600_000;
const worker = fileURLToPath(new URL('./support/renewal-worker.ts', import.meta.url));

const limit = await drain(SHORT_QUEUE, true);
const real = await drain(QUEUE, false);
const exactly = (name: string, value: number, target: number) =>
  ({ name, value, unit: '', target: { must: 'be', value: target } }) as const;
report({
  title: 'Renewals',
  conditions: `PostgreSQL, ${WORKERS} worker processes, ${QUEUE.toLocaleString('en-US')} due subscriptions`,
  rounds: 1,
  figures: [
    { name: 'with the sandbox provider', value: real.perSecond, unit: '/s' },
    { name: 'without a provider’s statements', value: limit.perSecond, unit: '/s' },
    { name: 'of that limit', value: real.perSecond / limit.perSecond, unit: '' },
    exactly('renewed', real.renewed, QUEUE),
    exactly('double charges', real.doubled, 0),
    exactly('still due', real.due, 0),
  ],
  plots: [
    {
      file: 'renewals',
      title: `Renewals a second with ${WORKERS} workers`,
      unit: '/s',
      bars: [
        bar('with the sandbox provider, whose books are in the same database', real.perSecond),
        bar('without a provider’s statements', limit.perSecond),
      ],
    },
  ],
});

async function drain(queue: number, instant: boolean) {
  const { url, drop } = await createDatabase();
  const { database } = await openMigrated(url, 2, SEED_TIMEOUT_MS);
  await seedDueSubscriptions(database, queue);
  await seedFirstCharges(database);
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

/**
 * The payments of the periods that ended, as the store of a real queue has them. Without them, the
 * server would plan every statement for an empty table.
 */
async function seedFirstCharges(database: Database): Promise<void> {
  await database.query(sql`
    insert into payment (id, store_id, environment, order_id, status, currency, amount_minor, method,
      provider, period_number, leased_until, paid_at, created_at, updated_at)
    select gen_random_uuid(), store_id, environment, id, 'succeeded', currency, total_minor, 'card',
      'sandbox', 1, created_at, created_at, created_at, created_at
    from orders`);
  await database.query(sql`analyze`);
}

function startWorker(url: string, instant: boolean): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', worker], {
    env: { PATH: process.env.PATH, WORKER_DATABASE_URL: url, ...(instant ? { INSTANT: '1' } : {}) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}
