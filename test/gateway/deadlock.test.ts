import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();

it.each([
  '40P01',
  '40001',
])('a call that the database ends with %s can be retried', async (code) => {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  await test.database.query({
    text: `create function end_call() returns trigger language plpgsql as
      $$ begin raise exception 'ended' using errcode = '${code}'; end $$`,
    values: [],
  });
  await test.database.query(sql`create trigger end_call before update on store for each row
    when (new.name = 'Ended') execute function end_call()`);
  const headers = { 'x-idempotency-key': `ended-${code}` };
  const rename = () =>
    merchant.call('store/update-store', { id: store.id, name: 'Ended' }, { headers });
  const reply = await rename();
  expectError(reply, 503, 'Service temporarily unavailable', 'gateway');
  expect(reply.headers.get('retry-after')).toBe('5');
  await test.database.query(sql`drop trigger end_call on store`);
  await test.database.query(sql`drop function end_call`);
  expect((await rename()).status).toBe(200);
});
