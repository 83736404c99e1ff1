import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANALYSES } from '../../bench/support/analyses.ts';
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

describe('without statistics', needs('server'), () => {
  beforeAll(async () => {
    const { merchant, store } = await makeShop(test);
    holder.store = store.id;
    holder.connection = new pg.Client({ connectionString: test.databaseUrl ?? '' });
    await holder.connection.connect();
    holder.explain = createExplain(holder.connection, {
      ...{ kind: 'apiKey', merchantId: merchant.id as Id<'MER'>, keyId: 'none' },
      ...{ environment: 'test', storeIds: [decodeId('STO', store.id) as Id<'STO'>] },
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
});
