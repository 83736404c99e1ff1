import { describe, expect, it } from 'vitest';
import {
  makeOwner,
  makeProduct,
  type Owner,
  uuidOf,
  viewIn,
} from '../../../test/support/catalogue.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

describe.each(['onetime', 'subscription'] as const)('revising a %s product', (kind) => {
  const update = async ({ merchant }: Owner, body: object, environment: 'test' | 'prod' = 'test') =>
    viewIn(await merchant.call(`${kind}-product/update-product`, body, { environment }), 'product');
  const publish = ({ merchant }: Owner, id: string) =>
    merchant.call(`${kind}-product/publish-product`, { id });

  it('keeps omitted fields and replaces prices, media and metadata as a whole', async () => {
    const owner = await makeOwner(test);
    const price = { amount: '5.00', taxCategory: 'ebook' };
    const before = await makeProduct(owner, kind, {
      description: 'Old',
      successUrl: 'https://example.com/thanks',
      metadata: { a: 1, b: 2 },
      prices: { USD: price, EUR: price },
    });
    const after = await update(owner, {
      id: before.id,
      prices: { JPY: { ...price, amount: '500' } },
      metadata: { c: 3 },
    });
    expect(after).toEqual({
      ...before,
      prices: { JPY: { ...price, amount: '500' } },
      metadata: { c: 3 },
      updatedAt: expect.any(String),
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const cleared = await update(owner, { id: before.id, description: null, successUrl: '' });
    expect(cleared).toMatchObject({ description: null, successUrl: null, metadata: { c: 3 } });
  });

  it('adds a version for every change and never alters one', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind, { name: 'One' });
    await update(owner, { id, name: 'Two' });
    await update(owner, { id, name: 'One' });
    expect(await versionsOf(id)).toEqual(['1 One', '2 Two', '3 One']);
    const change = sql`update product_version set name = 'x' where product_id = ${uuidOf('PROD', id)}`;
    await expect(test.database.query(change)).rejects.toThrow('never changed');
  });

  it('adds no version if nothing changes, however the values are spelled', async () => {
    const owner = await makeOwner(test);
    const fields = {
      prices: {
        USD: { amount: '9.90', taxCategory: 'saas' },
        EUR: { amount: '9.00', taxCategory: 'saas' },
      },
      media: [{ type: 'image', url: 'https://example.com/a.png' }],
      metadata: { one: 1, zero: 0 },
    };
    const before = await makeProduct(owner, kind, fields);
    const after = await update(
      owner,
      JSON.parse(
        `{"id":"${before.id}","name":" A product ","metadata":{"zero":-0,"one":1.0},"description":"",` +
          '"prices":{"EUR":{"taxCategory":"saas","amount":"9"},"USD":{"amount":"09.9","taxCategory":"saas"}},' +
          '"media":[{"url":"https://example.com/a.png","type":"image","alt":null}]}',
      ),
    );
    expect(after).toEqual(before);
    expect(await update(owner, { id: before.id })).toEqual(before);
    expect(await versionsOf(before.id)).toHaveLength(1);
  });

  it('changes one environment and leaves the row of the other as it is', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind, { name: 'First' });
    const published = viewIn(await publish(owner, id), 'product');
    const inTest = await update(owner, { id, name: 'Test' });
    expect(await update(owner, { id }, 'prod')).toEqual(published);
    await update(owner, { id, name: 'Production' }, 'prod');
    expect(await update(owner, { id })).toEqual(inTest);
    expect(await versionsOf(id)).toEqual(['1 First', '2 Test', '3 Production']);
  });

  it('switches the status in one environment, and repeating it changes nothing', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind);
    viewIn(await publish(owner, id), 'product');
    const path = `${kind}-product/update-status`;
    const off = viewIn(await owner.merchant.call(path, { id, status: 'inactive' }), 'product');
    expect(off.status).toBe('inactive');
    const again = viewIn(await owner.merchant.call(path, { id, status: 'inactive' }), 'product');
    expect(again).toEqual(off);
    expect(await update(owner, { id }, 'prod')).toMatchObject({ status: 'active' });
    expect(await update(owner, { id, name: 'Still off' })).toMatchObject({ status: 'inactive' });
    expect(await versionsOf(id)).toHaveLength(2);
  });

  it('has all of 30 concurrent updates of different fields', needs('server'), async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind);
    const fields = {
      name: 'Changed',
      description: 'Changed',
      successUrl: 'https://example.com/changed',
      metadata: { changed: true },
      prices: { EUR: { amount: '7.00', taxCategory: 'ebook' } },
      media: [{ type: 'image', url: 'https://example.com/changed.png' }],
    };
    const changes = Object.entries(fields).flatMap(([field, value]) =>
      Array(5).fill({ id, [field]: value }),
    );
    await Promise.all(changes.map((change) => update(owner, change)));
    expect(await update(owner, { id })).toMatchObject(fields);
    expect(await versionsOf(id)).toHaveLength(1 + Object.keys(fields).length);
  });
});

async function versionsOf(id: string): Promise<string[]> {
  const rows = await test.database.query<{ text: string }>(sql`
    select version_number || ' ' || name as text from product_version
    where product_id = ${uuidOf('PROD', id)} order by version_number`);
  return rows.map(({ text }) => text);
}
