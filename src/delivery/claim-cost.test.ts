import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../test/support/webhook.ts';
import { type Queryable, sql } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { claimDueDeliveries } from '../events/delivery.queries.ts';
import { addMs } from '../kit/time.ts';

const test = useTestApp({}, { isFresh: true });

const RETRIES = 5_000;
const ROOM = 4;
const LIMITS = { all: 100, failing: 100, perWebhook: ROOM, perChannel: {} };
/** Rows that a claim may read: first attempts and retries. */
const MAX_READ = 2 * ROOM;

interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
}

/** Rows read from the queue's index, discarded ones included, wherever the plan has it. */
function rowsRead(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  const node = part as PlanNode;
  if (node['Index Name']?.includes('due')) {
    return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  }
  return Object.values(part).reduce((total, inner) => total + rowsRead(inner), 0);
}

describe('claiming deliveries', () => {
  it('reads none of the retries that are not due', { timeout: 60_000 }, async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    await makeWebhook(merchant, store.id, 'https://hooks.example.com/');
    const storeId = uuidOf('STO', store.id);
    for (let sent = 0; sent < 2 * ROOM; sent += 1) await emit(test, store.id);
    const now = test.clock.now();
    // Retries that are due in an hour or later, and two that are due.
    await test.database.query(sql`
      insert into webhook_delivery (id, store_id, event_id, webhook_id, status, attempt_count,
        due_at, created_at)
      select gen_random_uuid(), store_id, gen_random_uuid(), webhook_id, 'pending', 1,
        ${addMs(now, 3_600_000)}::timestamptz + number * interval '1 second', created_at
      from generate_series(1, ${RETRIES}) number, (select * from webhook_delivery
        where store_id = ${storeId} limit 1) delivery`);
    await test.database.query(sql`
      update webhook_delivery set attempt_count = 1, due_at = ${addMs(now, -60_000)}
      where store_id = ${storeId} and id in (select id from webhook_delivery
        where store_id = ${storeId} and attempt_count = 0 limit 2)`);
    await test.database.query({ text: 'analyze webhook_delivery', values: [], isSingleUse: true });

    const asked: Statement[] = [];
    const recording = { query: async (statement: Statement) => void asked.push(statement) };
    const queue = recording as unknown as Queryable;
    await claimDueDeliveries(queue, storeId, LIMITS, now, addMs(now, 30_000));
    const [{ text, values } = { text: '', values: [] }] = asked;
    const [row] = await test.database.query<{ 'QUERY PLAN': [{ Plan: object }] }>({
      text: `explain (analyze, format json) ${text}`,
      ...{ values, isSingleUse: true },
    });
    expect(row?.['QUERY PLAN'][0].Plan).toBeDefined();
    const plan = row?.['QUERY PLAN'][0].Plan;
    expect(rowsRead(plan)).toBeGreaterThanOrEqual(ROOM);
    expect(rowsRead(plan)).toBeLessThanOrEqual(MAX_READ);
  });
});
