import { describe, expect, it } from 'vitest';
import { makeGroup, makeOwner, makeProduct, viewIn } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { deleteGroup } from './delete-group.ts';

const PATH = 'subscription-product-group/delete-group';
const test = useTestApp();
const makeOne = async () => {
  const owner = await makeOwner(test);
  const { id } = await makeProduct(owner, 'subscription');
  return { ...owner, productId: id, group: await makeGroup(owner, { productIds: [id] }) };
};

describe(PATH, () => {
  it('returns the deleted group and frees its name and products', async () => {
    const { group, productId, ...owner } = await makeOne();
    expect(viewIn(await owner.merchant.call(PATH, { id: group.id }), 'group')).toEqual(group);
    const again = await makeGroup(owner, { productIds: [productId] });
    expect(again).toMatchObject({ name: group.name, productIds: [productId] });
  });

  it('keeps the published group', async () => {
    const { group, productId, ...owner } = await makeOne();
    viewIn(
      await owner.merchant.call('subscription-product/publish-product', { id: productId }),
      'product',
    );
    const publish = 'subscription-product-group/publish-group';
    const published = viewIn(await owner.merchant.call(publish, { id: group.id }), 'group');
    viewIn(await owner.merchant.call(PATH, { id: group.id }), 'group');
    const options = { environment: 'prod' } as const;
    const reply = await owner.merchant.call(PATH, { id: published.id }, options);
    expect(viewIn(reply, 'group')).toEqual(published);
  });

  it('answers for an inaccessible group as for a missing one', async () => {
    const [mine, theirs] = [await makeOne(), await makeOne()];
    const missing = await mine.merchant.call(PATH, { id: crypto.randomUUID() });
    const foreign = await mine.merchant.call(PATH, { id: theirs.group.id });
    const other = await theirs.merchant.call(
      PATH,
      { id: theirs.group.id },
      { environment: 'prod' },
    );
    expect([foreign.text, other.text]).toEqual([missing.text, missing.text]);
    viewIn(await theirs.merchant.call(PATH, { id: theirs.group.id }), 'group');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, group } = await makeOne();
    const headers = { 'x-idempotency-key': 'delete' };
    const first = await merchant.call(PATH, { id: group.id }, { headers });
    expect((await merchant.call(PATH, { id: group.id }, { headers })).text).toBe(first.text);
    expect((await merchant.call(PATH, { id: group.id })).status).toBe(404);
  });
});

describeErrorRows(deleteGroup, {
  missingId: async () => (await makeOwner(test)).merchant.call(PATH, {}),
  notFound: async () => (await makeOwner(test)).merchant.call(PATH, { id: crypto.randomUUID() }),
  forbidden: async () => {
    const { merchant, storeId, group } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(PATH, { id: group.id });
  },
});
