import { describe, expect, it } from 'vitest';
import { makeGroup, makeOwner, makeProduct, viewIn } from '../../../test/support/catalogue.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const PATH = 'subscription-product-group';
const PUBLISH = `${PATH}/publish-group`;
const test = useTestApp();

async function makeShop() {
  const owner = await makeOwner(test);
  const call = async (verb: string, body: object, environment: 'test' | 'prod' = 'test') =>
    viewIn(await owner.merchant.call(`${PATH}/${verb}`, body, { environment }), 'group');
  const product = async () => (await makeProduct(owner, 'subscription')).id as string;
  const sell = (id: string) => owner.merchant.call('subscription-product/publish-product', { id });
  const group = (name: string, productIds: string[], environment: 'test' | 'prod' = 'test') =>
    makeGroup(owner, { name, productIds }, environment);
  const update = (id: string, change: object) => call('update-group', { id, ...change });
  const publish = (id: string) => call('publish-group', { id });
  const tryPublish = (id: string) => owner.merchant.call(PUBLISH, { id });
  const preview = async (id: string) =>
    viewIn(
      await owner.merchant.call(`${PATH}/preview-publish`, { id }, { environment: 'prod' }),
      'preview',
    );
  const production = (id: string) => call('update-group', { id }, 'prod');
  return { call, product, sell, group, update, publish, tryPublish, preview, production };
}

async function makeTwo() {
  const shop = await makeShop();
  const [p, q] = [await shop.product(), await shop.product()];
  const [a, b] = [await shop.group('A', [p]), await shop.group('B', [q])];
  return { ...shop, p, q, a, b, soldA: await shop.publish(a.id), soldB: await shop.publish(b.id) };
}

describe('publishing products that moved between groups', () => {
  it('moves a product out of a group that is empty now', async () => {
    const { p, q, a, b, soldA, soldB, update, publish, tryPublish, production } = await makeTwo();
    await update(a.id, { productIds: [] });
    await update(b.id, { productIds: [q, p] });
    const reply = await tryPublish(b.id);
    expect(viewIn(reply, 'group')).toMatchObject({ id: soldB.id, productIds: [q, p] });
    expect(reply.body.warnings[0]).toMatchObject({
      message: `Products of group ${soldA.id} moved here`,
      layer: 'product',
    });
    const emptied = await production(soldA.id);
    expect(emptied).toMatchObject({ name: 'A', productIds: [] });
    expect(emptied.updatedAt > soldA.updatedAt).toBe(true);
    // Later the group gets another product and is published as before.
    await update(b.id, { productIds: [p] });
    await update(a.id, { productIds: [q] });
    expect(await publish(a.id)).toMatchObject({ id: soldA.id, productIds: [q] });
    expect(await publish(b.id)).toMatchObject({ id: soldB.id, productIds: [p] });
  });

  it('swaps the products of two groups', async () => {
    const { p, q, a, b, soldA, soldB, update, publish, preview, production } = await makeTwo();
    await update(a.id, { productIds: [] });
    await update(b.id, { productIds: [p] });
    await update(a.id, { productIds: [q] });
    expect(await preview(a.id)).toMatchObject({ publishable: true, reason: null });
    expect(await publish(a.id)).toMatchObject({ id: soldA.id, productIds: [q] });
    expect(await production(soldB.id)).toMatchObject({ productIds: [] });
    expect(await publish(b.id)).toMatchObject({ id: soldB.id, productIds: [p] });
    expect(await production(soldA.id)).toMatchObject({ productIds: [q] });
  });

  it('moves the product of a deleted group to another one', async () => {
    const { p, q, a, b, soldA, soldB, call, update, publish, production } = await makeTwo();
    await call('delete-group', { id: a.id });
    await update(b.id, { productIds: [p, q] });
    expect(await publish(b.id)).toMatchObject({ id: soldB.id, productIds: [p, q] });
    expect(await production(soldA.id)).toMatchObject({ name: 'A', productIds: [] });
  });

  it('refuses products of a production group that was made by hand', async () => {
    const { p, a, soldA, group, sell, tryPublish, call } = await makeTwo();
    await call('update-group', { id: a.id, productIds: [] });
    await call('delete-group', { id: soldA.id }, 'prod');
    await sell(p);
    await group('By hand', [p], 'prod');
    const reply = await tryPublish((await group('C', [p])).id);
    expectError(reply, 400, `Product ${p} is already in a group`, 'product');
  });

  it('never fails while two groups that swap products are published', needs('server'), async () => {
    const { p, q, a, b, update, tryPublish, production, soldA, soldB } = await makeTwo();
    await update(a.id, { productIds: [] });
    await update(b.id, { productIds: [p] });
    await update(a.id, { productIds: [q] });
    const ids = Array.from({ length: 20 }, (_, index) => (index % 2 ? a.id : b.id));
    const replies = await Promise.all(ids.map(tryPublish));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await production(soldA.id)).toMatchObject({ productIds: [q] });
    expect(await production(soldB.id)).toMatchObject({ productIds: [p] });
  });
});

describe('publishing names that moved between groups', () => {
  it('swaps the names of two groups', async () => {
    const { a, b, soldA, soldB, update, tryPublish, publish, production } = await makeTwo();
    await update(a.id, { name: 'C' });
    await update(b.id, { name: 'A' });
    await update(a.id, { name: 'B' });
    const reply = await tryPublish(a.id);
    expect(viewIn(reply, 'group')).toMatchObject({ id: soldA.id, name: 'B' });
    const renamed = { message: `Group ${soldB.id} was renamed to "A"`, layer: 'product' };
    expect(reply.body.warnings[0]).toMatchObject(renamed);
    expect(await production(soldB.id)).toMatchObject({ name: 'A' });
    expect(await publish(b.id)).toMatchObject({ id: soldB.id, name: 'A' });
  });

  it('passes names on among three groups', async () => {
    const { a, b, update, publish, product, group, soldA, soldB } = await makeTwo();
    const c = await group('C', [await product()]);
    const soldC = await publish(c.id);
    for (const [id, name] of [
      [c.id, 'D'],
      [b.id, 'C'],
      [a.id, 'B'],
      [c.id, 'A'],
    ] as const) {
      await update(id, { name });
    }
    expect(await publish(a.id)).toMatchObject({ id: soldA.id, name: 'B' });
    expect(await publish(b.id)).toMatchObject({ id: soldB.id, name: 'C' });
    expect(await publish(c.id)).toMatchObject({ id: soldC.id, name: 'A' });
  });

  it('numbers the name of a group that cannot have its new one', async () => {
    const { a, b, call, update, publish, production, soldA } = await makeTwo();
    const long = '𝒳'.repeat(64);
    await update(a.id, { name: long });
    await publish(a.id);
    await call('delete-group', { id: a.id });
    await update(b.id, { name: long });
    expect(await publish(b.id)).toMatchObject({ name: long });
    expect(await production(soldA.id)).toMatchObject({ name: `${'𝒳'.repeat(60)} (2)` });
  });

  it('continues the production group of a deleted group in a new one of its name', async () => {
    const { p, a, call, group, publish, preview, soldA } = await makeTwo();
    await call('delete-group', { id: a.id });
    await call('update-group', { id: soldA.id, description: 'By hand' }, 'prod');
    const again = await group('A', [p]);
    expect(await preview(again.id)).toMatchObject({
      publishable: true,
      changes: [{ field: 'description', test: null, production: 'By hand' }],
    });
    expect(await publish(again.id)).toMatchObject({ id: soldA.id, productIds: [p] });
    await call('update-group', { id: again.id, name: 'New' });
    expect(await publish(again.id)).toMatchObject({ id: soldA.id, name: 'New' });
  });

  it('refuses the name of a production group that was made by hand', async () => {
    const { a, group, update, tryPublish } = await makeTwo();
    await group('By hand', [], 'prod');
    await update(a.id, { name: 'By hand' });
    expectError(await tryPublish(a.id), 400, 'Group name already exists', 'product');
  });
});
