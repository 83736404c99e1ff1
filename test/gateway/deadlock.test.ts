import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const PRICES = { USD: { amount: '1.00', taxIncluded: true, taxCategory: 'ebook' } };

it.each(['40P01', '40001'])(
  'a call that the database ends with %s can be retried',
  needs('one-server'),
  async (code) => {
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
  },
);

it(
  'a call that meets a deadlock once is repeated, and its effect is there once',
  needs('one-server'),
  async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    await test.database.query(sql`create sequence deadlocks`);
    await test.database.query({
      text: `create function meet_once() returns trigger language plpgsql as $$ begin
        if nextval('deadlocks') = 1 then raise exception 'met' using errcode = '40P01'; end if;
        return new; end $$`,
      values: [],
    });
    await test.database.query(sql`create trigger meet_once before insert on product for each row
      execute function meet_once()`);
    const product = { storeId: store.id, name: 'Once', prices: PRICES };
    const headers = { 'x-idempotency-key': 'met-once' };
    const reply = await merchant.call('onetime-product/create-product', product, { headers });
    expect(reply.status).toBe(200);
    const [made] = await test.database.query<{ products: number; tries: number }>(sql`
      select (select count(*)::int from product) as products,
        (select last_value::int from deadlocks) as tries`);
    expect(made).toEqual({ products: 1, tries: 2 });
  },
);
