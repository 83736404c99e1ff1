import { describe, expect, it } from 'vitest';
import { makeOwner, makeProduct, unusedId, viewIn } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { publishSubscriptionProduct } from './publish-product.ts';

const PATH = 'subscription-product/publish-product';
const test = useTestApp();
const makeOne = async (environment: 'test' | 'prod' = 'test') => {
  const owner = await makeOwner(test);
  return { ...owner, id: (await makeProduct(owner, 'subscription', {}, environment)).id };
};
const send = async (fields: object = {}) => {
  const { merchant, id } = await makeOne();
  return merchant.call(PATH, { id, ...fields });
};

describe(PATH, () => {
  it('returns the published product', async () => {
    expect(viewIn(await send(), 'product')).toMatchObject({ name: 'A product', status: 'active' });
  });

  it('answers for the product of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOne()];
    const foreign = await mine.merchant.call(PATH, { id: theirs.id });
    const missing = await mine.merchant.call(PATH, { id: unusedId(test, 'PROD') });
    expect(foreign.text).toBe(missing.text);
    viewIn(await theirs.merchant.call(PATH, { id: theirs.id }), 'product');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, id } = await makeOne();
    const headers = { 'x-idempotency-key': 'publish' };
    const first = await merchant.call(PATH, { id }, { headers });
    expect((await merchant.call(PATH, { id }, { headers })).text).toBe(first.text);
    expect(first.status).toBe(200);
  });
});

describeErrorRows(publishSubscriptionProduct, {
  missingMerchant: unreachable('a request without a merchant is refused by the gateway'),
  missingId: () => send({ id: null }),
  malformedId: { got: 'PROD_', send: () => send({ id: 'PROD_' }) },
  noTestVersion: async () => {
    const { merchant, id } = await makeOne('prod');
    return merchant.call(PATH, { id });
  },
  testInactive: async () => {
    const { merchant, id } = await makeOne();
    const status = { id, status: 'inactive' };
    viewIn(await merchant.call('subscription-product/update-status', status), 'product');
    return merchant.call(PATH, { id });
  },
  alreadyPublished: async () => {
    const { merchant, id } = await makeOne();
    viewIn(await merchant.call(PATH, { id }), 'product');
    return merchant.call(PATH, { id });
  },
  unauthorized: unreachable('a request without a credential is refused by the gateway'),
  notFound: () => send({ id: unusedId(test, 'PROD') }),
  sourceNotFound: unreachable('a current version is never removed'),
  internal: unreachable('the gateway answers for internal errors'),
  forbidden: async () => {
    const { merchant, storeId, id } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(PATH, { id });
  },
});
