import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_STORES } from './support/statements/all-stores.ts';
import { readDatabaseFunctions } from './support/statements/database-functions.ts';
import { findStoreFaults, type Tables } from './support/statements/store-faults.ts';
import { readTables } from './support/statements/tables.ts';

// The service's own statements are judged at the end of each run (docs/contract/invariants.md#40).
describe('a statement names the store whose rows it means', () => {
  let tables: Tables;
  beforeAll(async () => {
    await loadModule();
    tables = readTables();
  });

  it.each([
    ['a parameter', 'select from orders where store_id = $1 and id = $2'],
    ['a set of stores', 'select from orders where store_id = any($1::uuid[])'],
    ['its absence', 'select from audit_log where store_id is null and merchant_id = $1'],
    ['both ways of an or', 'select from orders where store_id = $1 or store_id = $2 and id = $3'],
    [
      'a join',
      'select from payment p join orders o on o.store_id = p.store_id and o.id = p.order_id where p.store_id = $1',
    ],
    ['a join by name', 'select from payment join orders using (store_id) where store_id = $1'],
    [
      'a pair',
      'select from payment p, orders o where o.store_id = $1 and (p.store_id, p.order_id) = (o.store_id, o.id)',
    ],
    [
      'the store itself',
      'select from orders join store on store.id = orders.store_id where store.id = $1',
    ],
    [
      'a query before',
      'with mine as (select store_id, id from orders where store_id = $1) update orders set status = $2 from mine where orders.store_id = mine.store_id and orders.id = mine.id',
    ],
    [
      'the query around',
      'select exists (select from payment p where p.store_id = o.store_id) from orders o where store_id = $1',
    ],
    ['a row that is added', 'insert into orders (id, store_id) values ($1, $2)'],
    [
      'rows that are given',
      'insert into orders (id, store_id) select id, store_id from unnest($1::uuid[], $2::uuid[]) given (id, store_id)',
    ],
  ])('by %s', (_, text) => {
    expect(findStoreFaults(text, tables)).toEqual([]);
  });

  it.each([
    ['an id alone', 'select from orders where id = $1', ['orders']],
    ['another column', 'select from orders where store_id = product_id', ['orders']],
    ['one way of an or', 'select from orders where store_id = $1 or id = $2', ['orders']],
    ['its contrary', 'select from orders where not store_id = $1', ['orders']],
    ['any store', 'select from audit_log where store_id is not null', ['audit_log']],
    [
      'a join by id',
      'select from payment p join orders o on o.id = p.order_id where p.store_id = $1',
      ['orders o'],
    ],
    [
      'a merchant',
      'select from orders join store_merchant m on m.store_id = orders.store_id where m.merchant_id = $1',
      ['orders'],
    ],
    [
      'a query that names none',
      'with any_store as (select store_id from event) select from orders where store_id = (select store_id from any_store)',
      ['event', 'orders'],
    ],
    [
      'a query inside',
      'select (select count(*) from payment where order_id = o.id) from orders o where o.store_id = $1',
      ['payment'],
    ],
    ['a row of no store', 'insert into orders (id) values ($1)', ['orders (insert)']],
    ['a deletion', 'delete from event where created_at < $1', ['event']],
  ])('not by %s', (_, text, faults) => {
    expect(findStoreFaults(text, tables)).toEqual(faults);
  });

  it('in a database function too', () => {
    const functions = readDatabaseFunctions();
    const faults = [...functions].flatMap(([name, statements]) =>
      statements.flatMap((text) => findStoreFaults(text, tables).map((table) => [name, table])),
    );
    // A row written by the previous release names no store: it is looked up by the order.
    expect(faults).toEqual([['take_store_of_order', 'orders']]);
    expect(functions.get('claim_refund_amount')?.join()).toContain('update payment');
    expect(functions.get('store_time')?.join()).toContain('from test_clock where store_id = $1');
  });
});

it('has a reason for each statement that reads all stores', () => {
  expect(ALL_STORES.filter(({ why, senders }) => why === '' || senders.length === 0)).toEqual([]);
});

it('lists only statements that exist', () => {
  const missing = ALL_STORES.flatMap(({ senders }) => senders).filter((sender) => {
    const [file = '', name] = sender.split('#');
    const path = join(import.meta.dirname, '..', file);
    if (!existsSync(path)) return true;
    return name !== undefined && !readFileSync(path, 'utf8').includes(`function ${name}(`);
  });
  expect(missing).toEqual([]);
});
