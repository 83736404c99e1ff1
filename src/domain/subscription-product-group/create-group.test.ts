import { describe, expect, it } from 'vitest';
import { askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import {
  deleteStore,
  makeGroup,
  makeOwner,
  makeProduct,
  type Owner,
  unusedId,
  uuidOf,
  viewIn,
  withoutProduct,
} from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import type { CallOptions } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { createGroup } from './create-group.ts';

const PATH = 'subscription-product-group/create-group';
const test = useTestApp();
const create = ({ merchant, storeId }: Owner, fields: object = {}, options?: CallOptions) =>
  merchant.call(PATH, { storeId, name: 'Plans', ...fields }, options);
const send = async (fields: object = {}) => create(await makeOwner(test), fields);

describe(PATH, () => {
  it('returns the group with complete rules and its products in the given order', async () => {
    const owner = await makeOwner(test);
    const products = [
      await makeProduct(owner, 'subscription'),
      await makeProduct(owner, 'subscription'),
    ];
    const productIds = products.map(({ id }) => id).reverse();
    const reply = await create(owner, {
      name: ' Plans ',
      description: 'All of them',
      rules: { sharedTrial: true },
      productIds: [...productIds, productIds[0]],
    });
    expect(viewIn(reply, 'group')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      storeId: owner.storeId,
      name: 'Plans',
      description: 'All of them',
      rules: { sharedTrial: true, selfServicePlanChange: false },
      productIds,
      environment: 'test',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('returns an empty description for a group created without one', async () => {
    const owner = await makeOwner(test);
    const { id, description } = viewIn(await create(owner), 'group');
    const query = `{ subscriptionProductGroup(id: "${id}") { description } }`;
    const read = await dataFrom(askAsMerchant(test, owner.merchant)(query));
    expect([description, read.subscriptionProductGroup.description]).toEqual(['', '']);
  });

  it('accepts a name once in each store and environment', async () => {
    const [one, two] = [await makeOwner(test), await makeOwner(test)];
    for (const call of [create(one), create(one, {}, { environment: 'prod' }), create(two)]) {
      expect((await call).status).toBe(200);
    }
    expectError(await create(one), 400, 'Group name already exists', 'product');
  });

  it('accepts only the store’s subscription products that exist in the environment', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOwner(test)];
    const storeId = (await mine.merchant.call('store/create-store', { name: 'Second' })).body.data
      .store.id;
    const strangers = [
      await makeProduct(theirs, 'subscription'),
      await makeProduct({ ...mine, storeId }, 'subscription'),
      await makeProduct(mine, 'onetime'),
      await makeProduct(mine, 'subscription', {}, 'prod'),
    ];
    const own = await makeProduct(mine, 'subscription');
    for (const { id } of strangers) {
      const reply = await create(mine, { productIds: [own.id, id] });
      expectError(reply, 404, 'Product not found', 'product');
    }
    const [row] = await test.database.query<{ count: number }>(sql`
      select count(*)::int as count from product_group
      where store_id = ${uuidOf('STO', mine.storeId)}`);
    expect(row?.count).toBe(0);
  });

  it('looks at the ids of products before it counts them', async () => {
    const reply = await send({ productIds: Array(101).fill('STO_x') });
    expectError(reply, 400, 'Expected format: PROD_xxx, got "STO_x"', 'product');
  });

  it('answers for the store of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOwner(test)];
    const foreign = await create({ ...mine, storeId: theirs.storeId });
    const missing = await create({ ...mine, storeId: unusedId(test, 'STO') });
    expect(foreign.text).toBe(missing.text);
  });

  it('replays the answer for the same idempotency key', async () => {
    const owner = await makeOwner(test);
    const options = { headers: { 'x-idempotency-key': 'plans' } };
    const first = await create(owner, {}, options);
    expect((await create(owner, {}, options)).text).toBe(first.text);
    expect(first.status).toBe(200);
  });

  it('makes one group of 50 concurrent calls with one name', needs('server'), async () => {
    const owner = await makeOwner(test);
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(owner)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectError(reply, 400, 'Group name already exists', 'product');
    }
  });

  it('adds a product to only one of 20 concurrent groups', needs('server'), async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'subscription');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create(owner, { name: `Plans ${index}`, productIds: [id] }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectError(reply, 400, `Product ${id} is already in a group`, 'product');
    }
  });
});

describeErrorRows(createGroup, {
  missingEnvironment: unreachable('the environment is that of the credential'),
  missingFields: async () => {
    expectError(
      await send({ storeId: '' }),
      400,
      'Missing required fields: storeId, name',
      'product',
    );
    return send({ name: ' ' });
  },
  malformedStoreId: { got: 'store', send: () => send({ storeId: 'store' }) },
  malformedProductId: { got: 'STO_x', send: () => send({ productIds: ['STO_x'] }) },
  internal: unreachable('the gateway answers for internal errors'),
  longName: () => send({ name: 'x'.repeat(65) }),
  controlName: () => send({ name: 'a\tb' }),
  longDescription: () => send({ description: 'x'.repeat(10_001) }),
  tooManyProducts: () => send({ productIds: Array(101).fill(unusedId(test, 'PROD')) }),
  nameTaken: async () => {
    const owner = await makeOwner(test);
    await makeGroup(owner, { name: 'Plans' });
    return create(owner);
  },
  alreadyGrouped: async () => {
    const owner = await makeOwner(test);
    const [first, second] = [
      await makeProduct(owner, 'subscription'),
      await makeProduct(owner, 'subscription'),
    ];
    await makeGroup(owner, { productIds: [second.id] });
    const reply = await create(owner, { productIds: [first.id, second.id] });
    return withoutProduct(reply, second.id);
  },
  productNotFound: () => send({ productIds: [unusedId(test, 'PROD')] }),
  forbidden: async () => {
    const owner = await makeOwner(test);
    const member = await makeMember(test, owner.merchant, owner.storeId, 'member');
    return create({ ...owner, merchant: member });
  },
  storeNotFound: async () => {
    const owner = await makeOwner(test);
    await deleteStore(owner);
    return create(owner);
  },
});
