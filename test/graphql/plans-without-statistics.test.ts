import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANALYSES } from '../../bench/support/analyses.ts';
import type { Queryable } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { rollUpDay } from '../../src/graphql/analytics/rollup.queries.ts';
import { decodeId, type Id } from '../../src/kit/id.ts';
import { needs } from '../support/needs.ts';
import { createExplain, type PlanNode } from '../support/plan-of.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

/*
 * How PostgreSQL would answer without any statistics: as for a store that has grown since they were
 * taken.
 */
const LISTS: Readonly<Record<string, string>> = {
  onetimeProducts: 'product',
  subscriptionProducts: 'product',
  onetimeOrders: 'orders',
  subscriptionOrders: 'orders',
  payments: 'payment',
  refunds: 'refund',
  customers: 'customer',
  emailDeliveries: 'email_delivery',
};

const test = useTestApp({}, { isFresh: true });
const holder = {} as {
  store: string;
  storeId: Id<'STO'>;
  connection: pg.Client;
  explain: ReturnType<typeof createExplain>;
};

/** Whether the rows of a table are sorted before a limit ends the reading. */
function isSorted(node: PlanNode, table: string, isUnderSort = false): boolean {
  const { 'Node Type': kind, 'Relation Name': read, Plans: parts = [] } = node;
  if (kind === 'Limit') return parts.some((part) => isSorted(part, table));
  if (read === table) return isUnderSort;
  return parts.some((part) => isSorted(part, table, isUnderSort || kind.endsWith('Sort')));
}

/** Whether rows are compared one by one with those that the query itself has computed. */
function comparesEach(node: PlanNode): boolean {
  const { 'Node Type': kind, 'Join Type': join = '', Plans: parts = [] } = node;
  const isEach = kind === 'Nested Loop' && ['Semi', 'Anti'].includes(join);
  if (isEach && parts.some((part) => part['Node Type'] === 'CTE Scan')) return true;
  return parts.some(comparesEach);
}

const reads = ({ 'Relation Name': read, Plans: parts = [] }: PlanNode, table: string): boolean =>
  read === table || parts.some((part) => reads(part, table));

/** Whether rows of a table are looked up for each row of another one. */
function looksUp(node: PlanNode, table: string, each: string): boolean {
  const { 'Node Type': kind, Plans: parts = [] } = node;
  const [outer, inner] = parts;
  const isLoop = kind === 'Nested Loop' && outer && inner;
  if (isLoop && reads(outer, each) && reads(inner, table)) return true;
  return parts.some((part) => looksUp(part, table, each));
}

/** The plan of the statement that rolls up a day. */
async function explainRollUp(connection: pg.Client, storeId: string): Promise<PlanNode> {
  const plans: PlanNode[] = [];
  const query = async ({ text, values }: Statement) => {
    const { rows } = await connection.query(`explain (format json) ${text}`, [...values]);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
    return [];
  };
  await rollUpDay({ query } as Queryable, { storeId, environment: 'test', day: '2026-01-01' });
  return plans[0] as PlanNode;
}

/** Adds a sum to each of several days; returns how the triggers' statements were run the last time. */
async function explainTotals(connection: pg.Client, storeId: string): Promise<string[]> {
  await connection.query(`load 'auto_explain'`);
  await connection.query(`set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set auto_explain.log_format = json;
    set client_min_messages = log`);
  let plans: string[] = [];
  const take = ({ message = '' }) => plans.push(message.slice(message.indexOf('{')));
  connection.on('notice', take);
  // A plan is kept, if at all, from the sixth call on.
  for (let day = 1; day <= 7; day += 1) {
    plans = [];
    await connection.query(
      `insert into buyer_day (store_id, environment, day, buyer, order_status, currency, orders,
        payments, amount_minor)
      select $1, 'test', date '2026-01-01' + $2::integer, 'buyer' || n, 'completed', 'USD', 1, 1, 900
      from generate_series(1, 20) n`,
      [storeId, day],
    );
  }
  connection.off('notice', take);
  await connection.query('reset client_min_messages');
  return plans.filter((plan) => plan.includes('buyer_total'));
}

describe('without statistics', needs('plain-server'), () => {
  beforeAll(async () => {
    const { merchant, store } = await makeShop(test);
    holder.store = store.id;
    holder.storeId = decodeId('STO', store.id) as Id<'STO'>;
    holder.connection = new pg.Client({ connectionString: test.databaseUrl ?? '' });
    await holder.connection.connect();
    holder.explain = createExplain(holder.connection, {
      ...{ kind: 'apiKey', merchantId: merchant.id as Id<'MER'>, keyId: 'none' },
      ...{ environment: 'test', storeIds: [holder.storeId] },
    });
  });
  afterAll(() => holder.connection.end());

  it.each(
    Object.entries(LISTS),
  )('%s: the first page is read in the order of an index', async (list, table) => {
    for (const given of ['', `storeId: "${holder.store}", `]) {
      const plan = await holder.explain(`{ ${list}(${given}limit: 50) { id } }`);
      expect(isSorted(plan, table), JSON.stringify(plan)).toBe(false);
    }
  });

  it('analyses find changed days and buyers by hash', async () => {
    const slow: string[] = [];
    for (const [name, fields] of ANALYSES) {
      const plan = await holder.explain(`{ ${name}(storeId: "${holder.store}") { ${fields} } }`);
      if (comparesEach(plan)) slow.push(name);
    }
    expect(slow).toEqual([]);
  });

  it('what customers spent starts from their own orders, not from the payments of the store', async () => {
    const plan = await holder.explain(
      `{ customers(storeId: "${holder.store}", limit: 50) { spent { currency netAmount } } }`,
    );
    expect(looksUp(plan, 'payment', 'orders'), JSON.stringify(plan)).toBe(true);
    expect(looksUp(plan, 'orders', 'payment'), JSON.stringify(plan)).toBe(false);
  });

  it('the sums of a day are compared by hash', async () => {
    const plan = await explainRollUp(holder.connection, holder.storeId);
    expect(comparesEach(plan), JSON.stringify(plan)).toBe(false);
  });

  it('the totals of buyers are planned for these buyers, and compared by hash', async () => {
    const plans = await explainTotals(holder.connection, holder.storeId);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).not.toMatch(/buyer = ANY \(\$/);
      expect(comparesEach(JSON.parse(plan).Plan), plan).toBe(false);
    }
  });
});
