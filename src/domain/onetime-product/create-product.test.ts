import { describe, expect, it } from 'vitest';
import {
  contentCases,
  deleteStore,
  makeOwner,
  makeProduct,
  type Owner,
  productBody,
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
import { createOnetimeProduct } from './create-product.ts';

const PATH = 'onetime-product/create-product';
const test = useTestApp();
const create = ({ merchant, storeId }: Owner, fields: object = {}, options?: CallOptions) =>
  merchant.call(PATH, { ...productBody(storeId, 'onetime'), ...fields }, options);
const send = async (fields: object = {}) => create(await makeOwner(test), fields);

describe(PATH, () => {
  it('returns an active product with only the documented fields', async () => {
    const owner = await makeOwner(test);
    const reply = await create(owner, { name: '  An e-book ' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(viewIn(reply, 'product')).toEqual({
      id: expect.stringMatching(/^PROD_[0-9A-Za-z]{22}$/),
      storeId: owner.storeId,
      name: 'An e-book',
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
    const own = await owner.merchant.call('onetime-product/update-product', update, {
      environment,
    });
    expect(own.status).toBe(200);
    const reply = await owner.merchant.call('onetime-product/update-product', update, {
      environment: other,
    });
    expectError(reply, 400, `Product has no version in ${other} environment`, 'product');
  });

  it('ignores a trial amount', async () => {
    const USD = { amount: '9.90', taxCategory: 'saas' };
    const prices = { USD: { ...USD, trialAmount: 'x' } };
    const product = viewIn(await send({ prices, metadata: { trialDays: 'x' } }), 'product');
    expect(product.prices).toEqual({ USD });
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

describeErrorRows(createOnetimeProduct, {
  missingStoreId: () => send({ storeId: null }),
  malformedId: () => send({ storeId: 'STO_nonsense' }),
  storeNotFound: async () => {
    const owner = await makeOwner(test);
    await deleteStore(owner);
    return create(owner);
  },
  internal: unreachable('the gateway answers for internal errors'),
  ...contentCases(send),
  forbidden: async () => {
    const owner = await makeOwner(test);
    await makeProduct(owner, 'onetime');
    const member = await makeMember(test, owner.merchant, owner.storeId, 'member');
    const reply = await create({ ...owner, merchant: member });
    expect(await countProducts(owner)).toBe(1);
    return reply;
  },
});
