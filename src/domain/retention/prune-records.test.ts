import { expect, it } from 'vitest';
import { needs } from '../../../test/support/needs.ts';
import { makeSale } from '../../../test/support/refunding.ts';
import { stayOnOneDay } from '../../../test/support/same-day.ts';
import { makeSession, makeShop } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { pruneAccounts } from './prune.queries.ts';

const test = useTestApp({ RETENTION_DAYS: '30' });
stayOnOneDay(test);
const DAY_MS = 24 * 3_600_000;
const BILLING = { country: 'DE', isBusiness: false };

it('keeps mails and abandoned sessions for the days set, and what was sold permanently', async () => {
  const shop = await makeShop(test);
  const abandoned = { buyerEmail: 'left@buyer.example', billingDetail: BILLING };
  await makeSession(shop, { ...abandoned, metadata: { note: 'hers' } });
  await makeSession(shop, { metadata: { note: 'only' } });
  const sold = { buyerEmail: 'stayed@buyer.example', billingDetail: BILLING };
  await makeSale(test, { session: sold }, shop);
  await test.app.worker.runOnce();
  const mails = await countMails();
  expect(mails).toBeGreaterThan(0);
  test.clock.advance(29 * DAY_MS);
  await test.app.worker.runOnce();
  expect(await countMails()).toBe(mails);
  expect(await sessions()).toEqual({ emails: 2, notes: 2 });
  test.clock.advance(3 * DAY_MS);
  await test.app.worker.runOnce();
  expect(await countMails()).toBe(0);
  expect(await sessions()).toEqual({ emails: 1, notes: 0 });
});

it('deletes expired dashboard sessions immediately, a batch at a time', async () => {
  const [merchant] = await test.database.query<{ id: string }>(sql`select id from merchant`);
  const now = test.clock.now();
  const add = (count: number, expiresAt: Date) =>
    test.database.query(sql`
      insert into dashboard_session (token_hash, id, merchant_id, created_at, expires_at)
      select gen_random_uuid()::text::bytea, gen_random_uuid(), ${merchant?.id}, ${now}, ${expiresAt}
      from generate_series(1, ${count}::int)`);
  await add(3, addMs(now, -1));
  await add(1, addMs(now, DAY_MS));
  expect(await pruneAccounts(test.database, { now, before: now }, 2)).toBe(2);
  await test.app.worker.runOnce();
  const [left] = await test.database.query<{ count: number }>(
    sql`select count(*)::int as count from dashboard_session`,
  );
  expect(left?.count).toBe(1);
});

it(
  'deletes past months with a failed renewal, but none that a clock may still reach',
  needs('one-server'),
  async () => {
    const [order] = await test.database.query<{ id: string; storeId: string }>(
      sql`select id, store_id as "storeId" from orders limit 1`,
    );
    const thisMonth = test.clock.now().toISOString().slice(0, 7);
    // As the previous release writes them: the store is looked up.
    await test.database.query(sql`
      insert into subscription_past_due_month (order_id, month)
      select ${order?.id}, month from unnest(${['2019-12', '2020-01', thisMonth]}::text[]) month`);
    await test.database.query(sql`
      update subscription_past_due_month set store_id = null where month = '2019-12'`);
    await test.app.worker.runOnce();
    const left = await test.database.query(
      sql`select month, store_id as "storeId" from subscription_past_due_month`,
    );
    expect(left).toEqual([{ month: thisMonth, storeId: order?.storeId }]);
  },
);

async function countMails(): Promise<number> {
  const [row] = await test.database.query<{ count: number }>(
    sql`select count(*)::int as count from email_delivery`,
  );
  return row?.count ?? -1;
}

async function sessions() {
  const [row] = await test.database.query(sql`
    select count(buyer_email)::int as emails,
      count(*) filter (where metadata <> '{}')::int as notes from checkout_session`);
  return row;
}
