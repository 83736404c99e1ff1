import { describe, expect, it } from 'vitest';
import { makeGroup, makeOwner, makeProduct, viewIn } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { previewPublishGroup } from './preview-publish.ts';

const PATH = 'subscription-product-group/preview-publish';
const PUBLISH = 'subscription-product-group/publish-group';
const test = useTestApp();
const makeOne = async () => {
  const owner = await makeOwner(test);
  const { id } = await makeProduct(owner, 'subscription');
  const group = await makeGroup(owner, { productIds: [id] });
  const preview = async (environment: 'test' | 'prod' = 'prod') =>
    viewIn(await owner.merchant.call(PATH, { id: group.id }, { environment }), 'preview');
  return { ...owner, productId: id, group, preview };
};

describe(PATH, () => {
  it('shows what publishing would change, or why it is not possible', async () => {
    const { merchant, group, productId, preview } = await makeOne();
    const changes = [
      { field: 'name', test: group.name, production: null },
      { field: 'rules', test: group.rules, production: null },
      { field: 'productIds', test: [productId], production: null },
    ];
    // It doesn't matter whether its product is published.
    expect(await preview()).toEqual({ publishable: true, reason: null, changes });
    viewIn(await merchant.call(PUBLISH, { id: group.id }), 'group');
    expect(await preview()).toEqual({ publishable: true, reason: null, changes: [] });
    const update = { id: group.id, name: 'New', productIds: [] };
    viewIn(await merchant.call('subscription-product-group/update-group', update), 'group');
    expect(await preview()).toEqual({
      publishable: false,
      reason: 'Cannot publish: product_ids is empty',
      changes: [
        { field: 'name', test: 'New', production: group.name },
        { field: 'productIds', test: [], production: [productId] },
      ],
    });
  });

  it('reports names and products used by another production group', async () => {
    const { merchant, group, productId, preview, ...owner } = await makeOne();
    viewIn(
      await merchant.call('subscription-product/publish-product', { id: productId }),
      'product',
    );
    const taken = { merchant, ...owner };
    const other = await makeGroup(taken, { name: group.name, productIds: [productId] }, 'prod');
    expect((await preview()).reason).toBe('Group name already exists');
    const renamed = { id: other.id, name: 'Other' };
    const path = 'subscription-product-group/update-group';
    viewIn(await merchant.call(path, renamed, { environment: 'prod' }), 'group');
    expect((await preview()).reason).toBe(`Product ${productId} is already in a group`);
  });

  it('shows a test key nothing of the production group', async () => {
    const { merchant, group, productId, preview } = await makeOne();
    viewIn(await merchant.call(PUBLISH, { id: group.id }), 'group');
    const update = { id: group.id, description: 'New' };
    viewIn(await merchant.call('subscription-product-group/update-group', update), 'group');
    expect(await preview('test')).toEqual({
      publishable: true,
      reason: null,
      changes: [
        { field: 'name', test: group.name, production: null },
        { field: 'description', test: 'New', production: null },
        { field: 'rules', test: group.rules, production: null },
        { field: 'productIds', test: [productId], production: null },
      ],
    });
  });

  it('changes nothing and is open to members', async () => {
    const { merchant, storeId, group } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    const rows = () =>
      test.database.query(sql`
        select md5(string_agg(product_group::text, '' order by id)) as hash, count(*)
        from product_group`);
    const before = await rows();
    expect((await member.call(PATH, { id: group.id })).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('answers for the group of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOne()];
    const foreign = await mine.merchant.call(PATH, { id: theirs.group.id });
    const missing = await mine.merchant.call(PATH, { id: crypto.randomUUID() });
    expect(foreign.text).toBe(missing.text);
  });
});

describeErrorRows(previewPublishGroup, {
  missingId: async () => (await makeOwner(test)).merchant.call(PATH, {}),
  notTest: async () => {
    const owner = await makeOwner(test);
    const { id } = await makeGroup(owner, {}, 'prod');
    return owner.merchant.call(PATH, { id });
  },
  notFound: async () => (await makeOwner(test)).merchant.call(PATH, { id: crypto.randomUUID() }),
});
