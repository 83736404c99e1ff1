import { describe, expect, it } from 'vitest';
import { makeOwner, makeProduct, unusedId, viewIn } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateSubscriptionStatus } from './update-status.ts';

const PATH = 'subscription-product/update-status';
const test = useTestApp();
const makeOne = async () => {
  const owner = await makeOwner(test);
  return { ...owner, id: (await makeProduct(owner, 'subscription')).id };
};
const send = async (fields: object = {}) => {
  const { merchant, id } = await makeOne();
  return merchant.call(PATH, { id, status: 'inactive', ...fields });
};

describe(PATH, () => {
  it('returns the product with its new status', async () => {
    expect(viewIn(await send(), 'product')).toMatchObject({ status: 'inactive' });
    expect(viewIn(await send({ status: 'active' }), 'product')).toMatchObject({ status: 'active' });
  });

  it('answers for the product of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOne()];
    const body = { status: 'inactive' };
    const foreign = await mine.merchant.call(PATH, { id: theirs.id, ...body });
    const missing = await mine.merchant.call(PATH, { id: unusedId(test, 'PROD'), ...body });
    expect(foreign.text).toBe(missing.text);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, id } = await makeOne();
    const headers = { 'x-idempotency-key': 'off' };
    const first = await merchant.call(PATH, { id, status: 'inactive' }, { headers });
    viewIn(await merchant.call(PATH, { id, status: 'active' }), 'product');
    expect((await merchant.call(PATH, { id, status: 'inactive' }, { headers })).text).toBe(
      first.text,
    );
  });
});

describeErrorRows(updateSubscriptionStatus, {
  missingMerchant: unreachable('a request without a merchant is refused by the gateway'),
  missingEnvironment: unreachable('the environment is that of the credential'),
  missingId: () => send({ id: '' }),
  malformedId: {
    got: 'STO_0000000000000000000001',
    send: () => send({ id: 'STO_0000000000000000000001' }),
  },
  invalidStatus: () => send({ status: 'suspended' }),
  noVersion: {
    got: 'prod',
    send: async () => {
      const { merchant, id } = await makeOne();
      return merchant.call(PATH, { id, status: 'active' }, { environment: 'prod' });
    },
  },
  unauthorized: unreachable('a request without a credential is refused by the gateway'),
  notFound: () => send({ id: unusedId(test, 'PROD') }),
  versionNotFound: unreachable('a current version is never removed'),
  internal: unreachable('the gateway answers for internal errors'),
  forbidden: async () => {
    const { merchant, storeId, id } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(PATH, { id, status: 'inactive' });
  },
});
