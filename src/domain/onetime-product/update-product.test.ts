import { describe, expect, it } from 'vitest';
import {
  contentCases,
  deleteStore,
  makeOwner,
  makeProduct,
  unusedId,
  viewIn,
} from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { sendStale } from '../../../test/support/stale.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateOnetimeProduct } from './update-product.ts';

const PATH = 'onetime-product/update-product';
const test = useTestApp();
const send = async (fields: object = {}) => {
  const owner = await makeOwner(test);
  const { id } = await makeProduct(owner, 'onetime');
  return owner.merchant.call(PATH, { id, ...fields });
};

describe(PATH, () => {
  it('returns the product with its new name', async () => {
    expect(viewIn(await send({ name: ' New ' }), 'product')).toMatchObject({ name: 'New' });
  });

  it('answers for the product of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOwner(test)];
    const { id } = await makeProduct(theirs, 'onetime');
    const foreign = await mine.merchant.call(PATH, { id, name: 'Mine' });
    const missing = await mine.merchant.call(PATH, { id: unusedId(test, 'PROD'), name: 'Mine' });
    expect(foreign.text).toBe(missing.text);
    const { name } = viewIn(await theirs.merchant.call(PATH, { id }), 'product');
    expect(name).toBe('A product');
  });

  it('does not find subscription products', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'subscription');
    expect((await owner.merchant.call(PATH, { id })).status).toBe(404);
  });

  it('replays the answer for the same idempotency key', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const headers = { 'x-idempotency-key': 'rename' };
    const first = await owner.merchant.call(PATH, { id, name: 'New' }, { headers });
    viewIn(await owner.merchant.call(PATH, { id, name: 'Newer' }), 'product');
    const second = await owner.merchant.call(PATH, { id, name: 'New' }, { headers });
    expect(second.text).toBe(first.text);
    expect(viewIn(await owner.merchant.call(PATH, { id }), 'product').name).toBe('Newer');
  });
});

describeErrorRows(updateOnetimeProduct, {
  changedMeanwhile: () => sendStale(send),
  missingId: () => send({ id: null }),
  malformedId: () => send({ id: 'PROD_nonsense' }),
  notFound: async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    await owner.merchant.call('onetime-product/update-status', { id, status: 'inactive' });
    await deleteStore(owner);
    return owner.merchant.call(PATH, { id });
  },
  internal: unreachable('the gateway answers for internal errors'),
  ...contentCases(send),
  forbidden: async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const member = await makeMember(test, owner.merchant, owner.storeId, 'member');
    return member.call(PATH, { id, name: 'Mine' });
  },
  noVersion: {
    got: 'prod',
    send: async () => {
      const owner = await makeOwner(test);
      const { id } = await makeProduct(owner, 'onetime');
      return owner.merchant.call(PATH, { id, name: 'New' }, { environment: 'prod' });
    },
  },
});
