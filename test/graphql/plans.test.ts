import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANALYSES } from '../../bench/support/analyses.ts';
import { fillLogs } from '../../bench/support/fill-logs.ts';
import { fillStore } from '../../bench/support/fill-store.ts';
import { listQueries } from '../../bench/support/list-queries.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { needs } from '../support/needs.ts';
import { createExplain, type PlanNode } from '../support/plan-of.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

/*
 * How PostgreSQL would plan for a store of a million orders alongside another: the statistics of
 * smaller ones with row counts scaled up. Only `explain` is run.
 */
const ORDERS = 5_000;
const SCALE = 200;
/** Rows sorted for a page or a grouping; sorting more means sorting the whole store. */
const MAX_SORTED = 100_000;
/** Tables that grow with a store's orders. */
const GROWING = [
  ...['orders', 'payment', 'subscription', 'refund', 'refund_ticket', 'refund_ticket_version'],
  ...['customer', 'checkout_session', 'buyer_day', 'buyer_total', 'email_delivery', 'audit_log'],
  ...['event_first', 'webhook_delivery_first'],
];

/**
 * Lists that scan a growing table: no index combines the next charge with the order's own columns.
 */
const LISTS_THAT_GROW = {
  'subscriptions, by next charge': ['reads all of subscription'],
};
/**
 * Lists sorted by a value of another table: they read all of a store's tickets, and the planner
 * finds the table's index and the whole table about equally expensive.
 */
const EITHER_WAY = ['refund tickets, largest first', 'refund tickets, smallest first'];
/** Analyses without rolled-up sums: they count the current state. */
const ANALYSES_THAT_GROW = {
  'refundTicketAnalysis.statusDistribution': ['reads all of refund_ticket_version'],
  'subscriptionAnalysis.activeCount': ['reads all of subscription'],
};

const test = useTestApp({}, { isFresh: true });
const holder = { store: '' } as {
  store: string;
  connection: pg.Client;
  explain: ReturnType<typeof createExplain>;
};
/** The parts of a plan that grow with the store. */
function* growing(node: PlanNode): Generator<string> {
  const { 'Node Type': kind, 'Relation Name': table = '', Plans: parts = [] } = node;
  if (kind === 'Seq Scan' && GROWING.includes(table)) yield `reads all of ${table}`;
  if (kind === 'Sort' && node['Plan Rows'] > MAX_SORTED) yield 'sorts the whole store';
  for (const part of parts) yield* growing(part);
}

async function findingsOf(query: string, variables = {}): Promise<string[]> {
  return [...new Set(growing(await holder.explain(query, variables)))].sort();
}

describe('at a million orders of one store', needs('plain-server'), () => {
  const ids = { order: '', payment: '', product: '', plan: '' };
  beforeAll(async () => {
    const shop = await makeShop(test);
    holder.store = shop.store.id;
    const merchantId = shop.merchant.id as Id<'MER'>;
    const storeId = decodeId('STO', shop.store.id) as string;
    // A separate connection, because the service's have a statement timeout.
    const connection = new pg.Client({ connectionString: test.databaseUrl ?? '' });
    holder.connection = connection;
    await connection.connect();
    holder.explain = createExplain(connection, {
      ...{ kind: 'apiKey', merchantId, keyId: 'none', environment: 'test' },
      storeIds: [storeId as Id<'STO'>],
    });
    const filling = { orders: ORDERS, customers: ORDERS / 5, subscriptions: ORDERS / 20 };
    const other = decodeId('STO', (await makeShop(test)).store.id) as string;
    for (const filled of [storeId, other]) {
      await fillStore(connection, { storeId: filled, isFast: true, ...filling });
      await fillLogs(connection, filled);
    }
    const folding = { database: test.database, signal: new AbortController().signal };
    while ((await createRollUpDays().run(folding as never)) > 0);
    // Autovacuum would replace the scaled numbers of rows by the real ones.
    await connection.query(`do $$
      declare
        one regclass;
      begin
        for one in select oid from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace
        loop
          execute format('alter table %s set (autovacuum_enabled = false)', one);
        end loop;
      end $$`);
    await connection.query('vacuum analyze');
    await connection.query(
      `update pg_class set reltuples = reltuples * $2 where reltuples > 0 and (
        oid = any ($1::regclass[])
        or oid in (select indexrelid from pg_index where indrelid = any ($1::regclass[])))`,
      [GROWING, SCALE],
    );
    const { rows } = await connection.query(
      `with own_order as (select * from orders where store_id = $1 order by created_at)
      select (select id from own_order offset ${ORDERS / 2} limit 1) as order,
        (select id from payment where store_id = $1 order by created_at
          offset ${ORDERS / 2} limit 1) as payment,
        (select product_id from own_order where kind = 'onetime' limit 1) as product,
        (select product_id from own_order where kind = 'subscription' limit 1) as plan`,
      [storeId],
    );
    Object.assign(ids, rows[0]);
  }, 600_000);
  afterAll(() => holder.connection.end());

  it('reads lists, filters, counts and home by indexes', { timeout: 120_000 }, async () => {
    const queries = listQueries({
      store: holder.store,
      product: encodeId('PROD', ids.product as Id<'PROD'>),
      plan: encodeId('PROD', ids.plan as Id<'PROD'>),
      deepOrder: encodeId('ORD', ids.order as Id<'ORD'>),
      deepPayment: encodeId('PAY', ids.payment as Id<'PAY'>),
      ...{ rarePart: 'garcia123', commonPart: 'smith', externalId: 'INV-2500' },
    });
    const found: Record<string, readonly string[]> = {};
    for (const [name, { text, variables }] of queries) {
      const findings = await findingsOf(text, variables);
      if (findings.length > 0 && !EITHER_WAY.includes(name)) found[name] = findings;
    }
    expect(found).toEqual(LISTS_THAT_GROW);
  });

  it('reads analyses from sums', { timeout: 120_000 }, async () => {
    const found: Record<string, readonly string[]> = {};
    for (const [name, fields] of ANALYSES) {
      const findings = await findingsOf(`{ ${name}(storeId: "${holder.store}") { ${fields} } }`);
      if (findings.length > 0) found[`${name}.${fields.split(/[ ({]/)[0]}`] = findings;
    }
    expect(found).toEqual(ANALYSES_THAT_GROW);
  });
});
