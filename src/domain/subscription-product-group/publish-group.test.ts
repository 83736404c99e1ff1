import { describe, expect, it } from 'vitest';
import {
  makeGroup,
  makeOwner,
  makeProduct,
  type Owner,
  viewIn,
  withoutProduct,
} from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { publishGroup } from './publish-group.ts';

const PATH = 'subscription-product-group/publish-group';
const UPDATE = 'subscription-product-group/update-group';
const test = useTestApp();

const makePublished = async ({ merchant, storeId }: Owner): Promise<string> => {
  const { id } = await makeProduct({ merchant, storeId }, 'subscription');
  viewIn(await merchant.call('subscription-product/publish-product', { id }), 'product');
  return id;
};
const makeOne = async () => {
  const owner = await makeOwner(test);
  const productId = await makePublished(owner);
  const fields = { description: 'All', rules: { sharedTrial: true }, productIds: [productId] };
  return { ...owner, productId, group: await makeGroup(owner, fields) };
};
const publish = async ({ merchant }: Owner, id: string) =>
  viewIn(await merchant.call(PATH, { id }), 'group');

describe(PATH, () => {
  it('returns a production group with its own id, equal to the test group', async () => {
    const one = await makeOne();
    const production = await publish(one, one.group.id);
    expect(production).toEqual({
      ...one.group,
      id: expect.not.stringContaining(one.group.id),
      environment: 'prod',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('updates the same production group, and leaves the test group unchanged', async () => {
    const one = await makeOne();
    const first = await publish(one, one.group.id);
    const productIds = [await makePublished(one), one.productId];
    const changed = { name: 'New', description: '', rules: { sharedTrial: false }, productIds };
    const update = { id: one.group.id, ...changed };
    const testGroup = viewIn(await one.merchant.call(UPDATE, update), 'group');
    const second = await publish(one, one.group.id);
    expect(second).toMatchObject({
      ...changed,
      id: first.id,
      rules: { sharedTrial: false, selfServicePlanChange: false },
      createdAt: first.createdAt,
    });
    const { updatedAt, ...unchanged } = testGroup;
    const after = viewIn(await one.merchant.call(UPDATE, { id: one.group.id }), 'group');
    expect(after).toMatchObject(unchanged);
  });

  it('never gives two changes the same updatedAt', async () => {
    const one = await makeOne();
    test.clock.stop();
    const times = [];
    for (const name of ['A', 'B', 'C']) {
      await one.merchant.call(UPDATE, { id: one.group.id, name });
      times.push((await publish(one, one.group.id)).updatedAt);
    }
    expect(new Set(times).size).toBe(3);
  });

  it('works with either key and refuses the header X-Environment', async () => {
    const { merchant, group } = await makeOne();
    const body = { id: group.id };
    expect((await merchant.call(PATH, body, { environment: 'prod' })).status).toBe(200);
    const reply = await merchant.call(PATH, body, { headers: { 'x-environment': 'test' } });
    const message = 'X-Environment must not be sent to publish endpoints';
    expectError(reply, 400, message, 'gateway');
  });

  it('includes products that are not published yet, and names them in a warning', async () => {
    const one = await makeOne();
    const { id } = await makeProduct(one, 'subscription');
    const productIds = [one.productId, id];
    viewIn(await one.merchant.call(UPDATE, { id: one.group.id, productIds }), 'group');
    const reply = await one.merchant.call(PATH, { id: one.group.id });
    const production = viewIn(reply, 'group');
    expect(production).toMatchObject({ environment: 'prod', productIds });
    expect(reply.body.warnings).toEqual([
      { message: `Product ${id} is not published`, layer: 'product', aiHint: expect.any(String) },
    ]);
    // The result of a read can be sent back unchanged.
    const update = { id: production.id, productIds };
    const kept = await one.merchant.call(UPDATE, update, { environment: 'prod' });
    expect(viewIn(kept, 'group')).toMatchObject({ productIds });
    viewIn(await one.merchant.call('subscription-product/publish-product', { id }), 'product');
    expect((await one.merchant.call(PATH, { id: one.group.id })).body.warnings).toBeUndefined();
  });

  it('answers for the group of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOne()];
    const foreign = await mine.merchant.call(PATH, { id: theirs.group.id });
    const missing = await mine.merchant.call(PATH, { id: crypto.randomUUID() });
    expect(foreign.text).toBe(missing.text);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, group } = await makeOne();
    const headers = { 'x-idempotency-key': 'publish' };
    const first = await merchant.call(PATH, { id: group.id }, { headers });
    expect((await merchant.call(PATH, { id: group.id }, { headers })).text).toBe(first.text);
  });

  it('creates one production group for 30 concurrent calls', needs('server'), async () => {
    const one = await makeOne();
    const groups = await Promise.all(Array.from({ length: 30 }, () => publish(one, one.group.id)));
    expect(new Set(groups.map(({ id }) => id)).size).toBe(1);
  });

  it('publishes one real state while the test group changes', needs('server'), async () => {
    const one = await makeOne();
    const second = await makePublished(one);
    const states = [
      { name: 'Zero', description: 'Zero', productIds: [one.productId] },
      { name: 'One', description: 'One', productIds: [second, one.productId] },
      { name: 'Two', description: 'Two', productIds: [second] },
    ];
    const update = (state: object) => one.merchant.call(UPDATE, { id: one.group.id, ...state });
    viewIn(await update(states[0] as object), 'group');
    const changes = Array.from({ length: 30 }, (_, index) => update(states[index % 3] as object));
    const published = Array.from({ length: 30 }, () => publish(one, one.group.id));
    for (const { name, description, productIds } of await Promise.all(published)) {
      expect(states).toContainEqual({ name, description, productIds });
    }
    for (const reply of await Promise.all(changes)) expect(reply.status).toBe(200);
  });
});

describeErrorRows(publishGroup, {
  missingId: async () => (await makeOwner(test)).merchant.call(PATH, { id: '' }),
  notTest: async () => {
    const one = await makeOne();
    return one.merchant.call(PATH, { id: (await publish(one, one.group.id)).id });
  },
  empty: async () => {
    const owner = await makeOwner(test);
    return owner.merchant.call(PATH, { id: (await makeGroup(owner)).id });
  },
  nameTaken: async () => {
    const one = await makeOne();
    await makeGroup(one, { name: one.group.name }, 'prod');
    return one.merchant.call(PATH, { id: one.group.id });
  },
  alreadyGrouped: async () => {
    const one = await makeOne();
    await makeGroup(one, { name: 'Other', productIds: [one.productId] }, 'prod');
    return withoutProduct(await one.merchant.call(PATH, { id: one.group.id }), one.productId);
  },
  notFound: async () => (await makeOwner(test)).merchant.call(PATH, { id: 'no uuid' }),
  internal: unreachable('the gateway answers for internal errors'),
  forbidden: async () => {
    const { merchant, storeId, group } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(PATH, { id: group.id });
  },
});
