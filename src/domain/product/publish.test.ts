import { describe, expect, it } from 'vitest';
import {
  makeOwner,
  makeProduct,
  type Owner,
  uuidOf,
  viewIn,
} from '../../../test/support/catalogue.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import type { Reply } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

describe.each(['onetime', 'subscription'] as const)('publishing a %s product', (kind) => {
  const call = (verb: string, { merchant }: Owner, body: object, environment?: 'test' | 'prod') =>
    merchant.call(`${kind}-product/${verb}`, body, { environment });
  const product = (reply: Reply) => viewIn(reply, 'product');
  const preview = async (owner: Owner, id: string, environment: 'test' | 'prod' = 'prod') =>
    viewIn(await call('preview-publish', owner, { id }, environment), 'preview');

  it('shows the test version in production, active', async () => {
    const owner = await makeOwner(test);
    const { updatedAt, ...created } = await makeProduct(owner, kind, { metadata: { a: 1 } });
    const published = product(await call('publish-product', owner, { id: created.id }));
    expect(published).toMatchObject(created);
    expect(published.updatedAt > updatedAt).toBe(true);
    expect(product(await call('update-product', owner, { id: created.id }, 'prod'))).toEqual(
      published,
    );
  });

  it.each(['test', 'prod'] as const)('works with a %s key', async (environment) => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind);
    expect((await call('publish-product', owner, { id }, environment)).status).toBe(200);
  });

  it('refuses the header X-Environment', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind);
    for (const verb of ['publish-product', 'preview-publish']) {
      const headers = { 'x-environment': 'test' };
      const reply = await owner.merchant.call(`${kind}-product/${verb}`, { id }, { headers });
      const message = 'X-Environment must not be sent to publish endpoints';
      expectError(reply, 400, message, 'gateway');
    }
  });

  it('records who published which version', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind);
    product(await call('update-product', owner, { id, name: 'Second' }));
    product(await call('publish-product', owner, { id }));
    const acts = await test.database.query(sql`
      select merchant_id as "merchantId", details ->> 'versionNumber' as "versionNumber"
      from audit_log where subject_id = ${id} and action = ${`${kind}-product/publish-product`}`);
    expect(acts).toEqual([{ merchantId: owner.merchant.id, versionNumber: '2' }]);
  });

  it('previews the first publish with every field as new, and changes nothing', async () => {
    const owner = await makeOwner(test);
    const created = await makeProduct(owner, kind, { description: 'Good' });
    const before = await rowOf(created.id);
    const first = await preview(owner, created.id);
    expect(first).toMatchObject({ publishable: true, reason: null });
    const fields = ['name', 'description', 'prices', 'media', 'metadata', 'status'];
    const expected = kind === 'subscription' ? [...fields, 'billingPeriod'] : fields;
    expect(first.changes.map((change: { field: string }) => change.field).sort()).toEqual(
      expected.sort(),
    );
    expect(first.changes).toContainEqual({ field: 'name', test: created.name, production: null });
    expect(first.changes).toContainEqual({
      field: 'prices',
      test: { USD: { ...created.prices.USD, taxIncluded: false } },
      production: null,
    });
    expect(await rowOf(created.id)).toEqual(before);
    expect(first).toEqual(await preview(owner, created.id));
  });

  it('previews the differences of a published product and why it cannot be published', async () => {
    const owner = await makeOwner(test);
    const { id, name } = await makeProduct(owner, kind);
    product(await call('publish-product', owner, { id }));
    const reason = 'Already published to production';
    expect(await preview(owner, id)).toEqual({ publishable: false, reason, changes: [] });
    product(await call('update-product', owner, { id, name: 'Better' }));
    expect(await preview(owner, id)).toEqual({
      publishable: false,
      reason,
      changes: [{ field: 'name', test: 'Better', production: name }],
    });
  });

  it('previews nothing of production for a test key', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind, { description: 'In both' });
    const before = await preview(owner, id, 'test');
    expect(before).toEqual(await preview(owner, id));
    product(await call('publish-product', owner, { id }));
    product(await call('update-product', owner, { id, name: 'Only in production' }, 'prod'));
    expect(await preview(owner, id, 'test')).toEqual({
      ...{ publishable: false, reason: 'Already published to production' },
      changes: before.changes,
    });
  });

  it('previews prices that update-product stores in production as they are in test', async () => {
    const owner = await makeOwner(test);
    const price = { amount: '9.90', taxCategory: 'saas' };
    const { id } = await makeProduct(owner, kind, { prices: { USD: price } });
    product(await call('publish-product', owner, { id }));
    const prices = { USD: { ...price, taxIncluded: true } };
    product(await call('update-product', owner, { id, prices }));
    const [change, ...more] = (await preview(owner, id)).changes;
    expect([change.field, change.test, more]).toEqual(['prices', prices, []]);
    product(await call('update-product', owner, { id, prices: change.test }, 'prod'));
    expect((await preview(owner, id)).changes).toEqual([]);
  });

  it('previews a product without a test version', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind, {}, 'prod');
    const { publishable, reason, changes } = await preview(owner, id);
    expect({ publishable, reason }).toEqual({
      publishable: false,
      reason: 'No test version found',
    });
    expect(changes).toContainEqual({ field: 'status', test: null, production: 'active' });
  });

  it('publishes once in 100 concurrent calls', needs('server'), async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, kind);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => call('publish-product', owner, { id })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const refused = replies.filter((reply) => reply.status !== 200);
    for (const reply of refused) {
      expectError(reply, 400, 'Already published to production', 'product');
    }
    expect(refused).toHaveLength(99);
  });

  it('publishes no product if its store is deleted during the call', needs('server'), async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await makeOwner(test);
      const { id } = await makeProduct(owner, kind);
      product(await call('update-status', owner, { id, status: 'inactive' }));
      const [deleted, activated] = await Promise.all([
        owner.merchant.call('store/delete-store', { id: owner.storeId }),
        call('update-status', owner, { id, status: 'active' }),
      ]);
      expect([deleted.status, activated.status]).toEqual(
        deleted.status === 200 ? [200, 404] : [409, 200],
      );
    }
  });
});

async function rowOf(id: string): Promise<unknown[]> {
  return test.database.query(sql`
    select md5(product::text) from product where id = ${uuidOf('PROD', id)}`);
}
