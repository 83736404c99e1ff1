import { describe, expect, it } from 'vitest';
import {
  makeGroup,
  makeOwner,
  makeProduct,
  unusedId,
  viewIn,
  withoutProduct,
} from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { needs } from '../../../test/support/needs.ts';
import { sendStale } from '../../../test/support/stale.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateGroup } from './update-group.ts';

const PATH = 'subscription-product-group/update-group';
const test = useTestApp();
const makeOne = async (fields: object = {}, environment: 'test' | 'prod' = 'test') => {
  const owner = await makeOwner(test);
  return { ...owner, group: await makeGroup(owner, { ...fields }, environment) };
};
const send = async (fields: object = {}) => {
  const { merchant, group } = await makeOne();
  return merchant.call(PATH, { id: group.id, ...fields });
};

describe(PATH, () => {
  it('keeps omitted fields and merges the rules switch by switch', async () => {
    const { merchant, group } = await makeOne({
      description: 'Old',
      rules: { sharedTrial: true },
    });
    const update = async (fields: object) =>
      viewIn(await merchant.call(PATH, { id: group.id, ...fields }), 'group');
    const opened = await update({ rules: { selfServicePlanChange: true } });
    const rules = { sharedTrial: true, selfServicePlanChange: true };
    expect(opened).toEqual({ ...group, rules, updatedAt: expect.any(String) });
    expect((await update({ rules: { sharedTrial: false } })).rules).toEqual({
      sharedTrial: false,
      selfServicePlanChange: true,
    });
    expect(await update({ name: 'New', description: '' })).toMatchObject({
      name: 'New',
      description: '',
    });
    expect(await update({ name: 'New' })).toMatchObject({ name: 'New' });
  });

  it('leaves a group as it is if nothing changes, so that nobody works on an outdated one', async () => {
    const { merchant, group } = await makeOne({ description: 'Old' });
    const { name, description, rules, productIds, updatedAt } = group;
    test.clock.advance(1_000);
    for (const fields of [{}, { name, description, rules, productIds }]) {
      const reply = await merchant.call(PATH, { id: group.id, ...fields });
      expect(viewIn(reply, 'group')).toEqual(group);
    }
    const change = { id: group.id, name: 'New', ifUnmodifiedSince: updatedAt };
    expect((await merchant.call(PATH, change)).status).toBe(200);
  });

  it('replaces all members', async () => {
    const { group, ...owner } = await makeOne();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await makeProduct(owner, 'subscription')).id);
    }
    for (const productIds of [ids, [ids[2], ids[0]], [ids[1], ids[2]], []]) {
      const reply = await owner.merchant.call(PATH, { id: group.id, productIds });
      expect(viewIn(reply, 'group').productIds).toEqual(productIds);
    }
    const reply = await owner.merchant.call(PATH, { id: group.id, name: 'Same' });
    expect(viewIn(reply, 'group').productIds).toEqual([]);
  });

  it('changes nothing if one of the new members is refused', async () => {
    const { group, ...owner } = await makeOne();
    const { id } = await makeProduct(owner, 'subscription');
    viewIn(await owner.merchant.call(PATH, { id: group.id, productIds: [id] }), 'group');
    const productIds = [unusedId(test, 'PROD')];
    const refused = await owner.merchant.call(PATH, { id: group.id, name: 'New', productIds });
    expect(refused.status).toBe(404);
    const after = viewIn(await owner.merchant.call(PATH, { id: group.id }), 'group');
    expect(after).toMatchObject({ name: group.name, productIds: [id] });
  });

  it('answers for an inaccessible group as for a missing one', async () => {
    const [mine, theirs] = [await makeOne({}, 'prod'), await makeOne()];
    const call = (id: string) => mine.merchant.call(PATH, { id, name: 'Mine' });
    const missing = await call(crypto.randomUUID());
    for (const id of [theirs.group.id, mine.group.id, 'no uuid']) {
      expect((await call(id)).text).toBe(missing.text);
    }
    const unchanged = await theirs.merchant.call(PATH, { id: theirs.group.id });
    expect(viewIn(unchanged, 'group').name).toBe(theirs.group.name);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, group } = await makeOne();
    const headers = { 'x-idempotency-key': 'rename' };
    const first = await merchant.call(PATH, { id: group.id, name: 'New' }, { headers });
    viewIn(await merchant.call(PATH, { id: group.id, name: 'Newer' }), 'group');
    const second = await merchant.call(PATH, { id: group.id, name: 'New' }, { headers });
    expect(second.text).toBe(first.text);
  });

  it('answers 200 or 400 to groups that swap members concurrently', needs('server'), async () => {
    const owner = await makeOwner(test);
    const [a, b] = [
      await makeProduct(owner, 'subscription'),
      await makeProduct(owner, 'subscription'),
    ];
    const one = await makeGroup(owner, { name: 'One', productIds: [a.id] });
    const two = await makeGroup(owner, { name: 'Two', productIds: [b.id] });
    const calls = Array.from({ length: 40 }, (_, index) =>
      owner.merchant.call(PATH, {
        id: index % 2 ? one.id : two.id,
        productIds: [index % 4 === 1 || index % 4 === 2 ? b.id : a.id],
      }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  });

  it('applies all of 20 concurrent updates to different fields', needs('server'), async () => {
    const { group, ...owner } = await makeOne();
    const { id } = await makeProduct(owner, 'subscription');
    const fields = { name: 'New', description: 'New', productIds: [id] };
    const changes = [
      ...Object.entries(fields).map(([field, value]) => ({ [field]: value })),
      { rules: { sharedTrial: true } },
      { rules: { selfServicePlanChange: true } },
    ];
    const calls = Array.from({ length: 20 }, (_, index) =>
      owner.merchant.call(PATH, { id: group.id, ...changes[index % changes.length] }),
    );
    for (const reply of await Promise.all(calls)) expect(reply.status).toBe(200);
    const after = viewIn(await owner.merchant.call(PATH, { id: group.id }), 'group');
    const rules = { sharedTrial: true, selfServicePlanChange: true };
    expect(after).toMatchObject({ ...fields, rules });
  });
});

describeErrorRows(updateGroup, {
  changedMeanwhile: () => sendStale(send),
  missingId: () => send({ id: null }),
  malformedProductId: { got: 'x', send: () => send({ productIds: ['x'] }) },
  notFound: () => send({ id: crypto.randomUUID() }),
  internal: unreachable('the gateway answers for internal errors'),
  blankName: () => send({ name: null }),
  longName: () => send({ name: 'x'.repeat(65) }),
  controlName: () => send({ name: 'a\nb' }),
  longDescription: () => send({ description: 'x'.repeat(10_001) }),
  tooManyProducts: () => send({ productIds: Array(101).fill(unusedId(test, 'PROD')) }),
  nameTaken: async () => {
    const { group, ...owner } = await makeOne();
    await makeGroup(owner, { name: 'Taken' });
    return owner.merchant.call(PATH, { id: group.id, name: 'Taken' });
  },
  alreadyGrouped: async () => {
    const { group, ...owner } = await makeOne();
    const { id } = await makeProduct(owner, 'subscription');
    await makeGroup(owner, { name: 'Other', productIds: [id] });
    const reply = await owner.merchant.call(PATH, { id: group.id, productIds: [id] });
    return withoutProduct(reply, id);
  },
  productNotFound: () => send({ productIds: [unusedId(test, 'PROD')] }),
  forbidden: async () => {
    const { merchant, storeId, group } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(PATH, { id: group.id, name: 'Mine' });
  },
});
