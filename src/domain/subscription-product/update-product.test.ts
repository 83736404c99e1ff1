import { describe, expect, it } from 'vitest';
import {
  contentCases,
  deleteStore,
  makeOwner,
  makeProduct,
  trialCases,
  unusedId,
  viewIn,
} from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { sendStale } from '../../../test/support/stale.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateSubscriptionProduct } from './update-product.ts';

const PATH = 'subscription-product/update-product';
const test = useTestApp();
const send = async (fields: object = {}) => {
  const owner = await makeOwner(test);
  const { id } = await makeProduct(owner, 'subscription');
  return owner.merchant.call(PATH, { id, ...fields });
};

describe(PATH, () => {
  it('returns the product with its new name', async () => {
    expect(viewIn(await send({ name: ' New ' }), 'product')).toMatchObject({ name: 'New' });
  });

  it('changes the billing period', async () => {
    const product = viewIn(await send({ billingPeriod: 'yearly' }), 'product');
    expect(product.billingPeriod).toBe('yearly');
  });

  it('validates a trial from stored and sent fields together', async () => {
    const owner = await makeOwner(test);
    const prices = { USD: { amount: '9.90', taxCategory: 'saas', trialAmount: '1' } };
    const { id } = await makeProduct(owner, 'subscription');
    const update = (fields: object) => owner.merchant.call(PATH, { id, ...fields });
    const message = 'Invalid trialAmount';
    expectError(await update({ prices }), 400, message, 'product');
    viewIn(await update({ metadata: { trialDays: 14 } }), 'product');
    const priced = viewIn(await update({ prices }), 'product');
    expect(priced.prices.USD.trialAmount).toBe('1.00');
    expectError(await update({ metadata: {} }), 400, message, 'product');
    const without = { USD: { amount: '9.90', taxCategory: 'saas' } };
    const ended = viewIn(await update({ metadata: {}, prices: without }), 'product');
    expect(ended).toMatchObject({ metadata: {}, prices: without });
  });

  it('answers for the product of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOwner(test)];
    const { id } = await makeProduct(theirs, 'subscription');
    const foreign = await mine.merchant.call(PATH, { id, name: 'Mine' });
    const missing = await mine.merchant.call(PATH, { id: unusedId(test, 'PROD'), name: 'Mine' });
    expect(foreign.text).toBe(missing.text);
    const { name } = viewIn(await theirs.merchant.call(PATH, { id }), 'product');
    expect(name).toBe('A product');
  });

  it('does not find one-time products', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    expect((await owner.merchant.call(PATH, { id })).status).toBe(404);
  });

  it('replays the answer for the same idempotency key', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'subscription');
    const headers = { 'x-idempotency-key': 'rename' };
    const first = await owner.merchant.call(PATH, { id, name: 'New' }, { headers });
    viewIn(await owner.merchant.call(PATH, { id, name: 'Newer' }), 'product');
    const second = await owner.merchant.call(PATH, { id, name: 'New' }, { headers });
    expect(second.text).toBe(first.text);
    expect(viewIn(await owner.merchant.call(PATH, { id }), 'product').name).toBe('Newer');
  });
});

describeErrorRows(updateSubscriptionProduct, {
  changedMeanwhile: () => sendStale(send),
  missingId: () => send({ id: null }),
  malformedId: { got: 'PROD_nonsense', send: () => send({ id: 'PROD_nonsense' }) },
  notFound: async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'subscription');
    await owner.merchant.call('subscription-product/update-status', { id, status: 'inactive' });
    await deleteStore(owner);
    return owner.merchant.call(PATH, { id });
  },
  internal: unreachable('the gateway answers for internal errors'),
  invalidBillingPeriod: () => send({ billingPeriod: null }),
  ...contentCases(send),
  ...trialCases(send),
  forbidden: async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'subscription');
    const member = await makeMember(test, owner.merchant, owner.storeId, 'member');
    return member.call(PATH, { id, name: 'Mine' });
  },
  noVersion: {
    got: 'prod',
    send: async () => {
      const owner = await makeOwner(test);
      const { id } = await makeProduct(owner, 'subscription');
      return owner.merchant.call(PATH, { id, name: 'New' }, { environment: 'prod' });
    },
  },
});
