import { describe, expect, it } from 'vitest';
import {
  contentCases,
  deleteStore,
  makeOwner,
  makeProduct,
  type Owner,
  productBody,
  trialCases,
  unusedId,
  uuidOf,
  viewIn,
} from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import type { CallOptions } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { createSubscriptionProduct } from './create-product.ts';

const PATH = 'subscription-product/create-product';
const test = useTestApp();
const create = ({ merchant, storeId }: Owner, fields: object = {}, options?: CallOptions) =>
  merchant.call(PATH, { ...productBody(storeId, 'subscription'), ...fields }, options);
const send = async (fields: object = {}) => create(await makeOwner(test), fields);

describe(PATH, () => {
  it('returns an active product with only the documented fields', async () => {
    const owner = await makeOwner(test);
    const reply = await create(owner, { name: '  A plan ' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(viewIn(reply, 'product')).toEqual({
      billingPeriod: 'monthly',
      id: expect.stringMatching(/^PROD_[0-9A-Za-z]{22}$/),
      storeId: owner.storeId,
      name: 'A plan',
      description: null,
      prices: { USD: { amount: '9.90', taxCategory: 'saas' } },
      media: [],
      successUrl: null,
      metadata: {},
      status: 'active',
      createdAt: time,
      updatedAt: time,
    });
  });

  it.each(['test', 'prod'] as const)('creates only in the %s environment', async (environment) => {
    const owner = await makeOwner(test);
    const { id } = viewIn(await create(owner, {}, { environment }), 'product');
    const other = environment === 'test' ? 'prod' : 'test';
    const update = { id, name: 'Renamed' };
    const own = await owner.merchant.call('subscription-product/update-product', update, {
      environment,
    });
    expect(own.status).toBe(200);
    const reply = await owner.merchant.call('subscription-product/update-product', update, {
      environment: other,
    });
    expectError(reply, 400, `Product has no version in ${other} environment`, 'product');
  });

  it('accepts a trial of 1 to 365 days, free or at a lower price', async () => {
    const USD = { amount: '9.90', taxCategory: 'saas' };
    for (const trialDays of [1, 365]) {
      const product = viewIn(await send({ metadata: { trialDays } }), 'product');
      expect(product).toMatchObject({ prices: { USD }, metadata: { trialDays } });
    }
    const prices = { USD: { ...USD, trialAmount: '9.8' } };
    const product = viewIn(await send({ prices, metadata: { trialDays: 7 } }), 'product');
    expect(product.prices).toEqual({ USD: { ...USD, trialAmount: '9.80' } });
  });

  it('refuses an invalid trial', async () => {
    const owner = await makeOwner(test);
    for (const trialDays of [0, -1, 1.5, '7', null, true]) {
      const message = 'Invalid metadata.trialDays, must be an integer from 1 to 365';
      expectError(await create(owner, { metadata: { trialDays } }), 400, message, 'product');
    }
    for (const trialAmount of ['9.90', '10', '0', '-1', '1.999', 1, '']) {
      const prices = { USD: { amount: '9.90', taxCategory: 'saas', trialAmount } };
      const reply = await create(owner, { prices, metadata: { trialDays: 7 } });
      expectError(reply, 400, 'Invalid trialAmount', 'product');
    }
  });

  it('lets an admin create', async () => {
    const owner = await makeOwner(test);
    const admin = await makeMember(test, owner.merchant, owner.storeId, 'admin');
    expect((await create({ ...owner, merchant: admin })).status).toBe(200);
  });

  it('answers for the store of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOwner(test)];
    const foreign = await create({ ...mine, storeId: theirs.storeId });
    const missing = await create({ ...mine, storeId: unusedId(test, 'STO') });
    expect(foreign.text).toBe(missing.text);
    expect(await countProducts(theirs)).toBe(0);
  });

  it('replays the answer for the same idempotency key', async () => {
    const owner = await makeOwner(test);
    const options = { headers: { 'x-idempotency-key': 'first-product' } };
    const first = await create(owner, {}, options);
    const second = await create(owner, {}, options);
    expect(second.text).toBe(first.text);
    expect(await countProducts(owner)).toBe(1);
  });

  it('leaves no product in a store that is deleted concurrently', needs('server'), async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await makeOwner(test);
      const [deleted, ...created] = await Promise.all([
        owner.merchant.call('store/delete-store', { id: owner.storeId }),
        ...Array.from({ length: 8 }, () => create(owner)),
      ]);
      const live = created.filter((reply) => reply.status === 200).length;
      expect(await countProducts(owner)).toBe(live);
      expect([deleted.status, live > 0]).toEqual(live > 0 ? [409, true] : [200, false]);
    }
  });
});

async function countProducts({ storeId }: Owner): Promise<number> {
  const [row] = await test.database.query<{ count: number }>(sql`
    select count(*)::int as count from product where store_id = ${uuidOf('STO', storeId)}`);
  return row?.count ?? 0;
}

describeErrorRows(createSubscriptionProduct, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_nonsense', send: () => send({ storeId: 'STO_nonsense' }) },
  missingBillingPeriod: () => send({ billingPeriod: null }),
  invalidBillingPeriod: () => send({ billingPeriod: 'daily' }),
  storeNotFound: async () => {
    const owner = await makeOwner(test);
    await deleteStore(owner);
    return create(owner);
  },
  internal: unreachable('the gateway answers for internal errors'),
  ...contentCases(send),
  ...trialCases(send),
  forbidden: async () => {
    const owner = await makeOwner(test);
    await makeProduct(owner, 'subscription');
    const member = await makeMember(test, owner.merchant, owner.storeId, 'member');
    const reply = await create({ ...owner, merchant: member });
    expect(await countProducts(owner)).toBe(1);
    return reply;
  },
});
