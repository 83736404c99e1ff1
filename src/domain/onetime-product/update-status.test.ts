import { describe, expect, it } from 'vitest';
import { makeOwner, makeProduct, unusedId, viewIn } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateOnetimeStatus } from './update-status.ts';

const PATH = 'onetime-product/update-status';
const test = useTestApp();
const makeOne = async () => {
  const owner = await makeOwner(test);
  return { ...owner, id: (await makeProduct(owner, 'onetime')).id };
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

describeErrorRows(updateOnetimeStatus, {
  missingId: () => send({ id: '' }),
  malformedId: () => send({ id: 'STO_0000000000000000000001' }),
  invalidStatus: () => send({ status: 'suspended' }),
  noVersion: {
    got: 'prod',
    send: async () => {
      const { merchant, id } = await makeOne();
      return merchant.call(PATH, { id, status: 'active' }, { environment: 'prod' });
    },
  },
  notFound: () => send({ id: unusedId(test, 'PROD') }),
  internal: unreachable('the gateway answers for internal errors'),
  forbidden: async () => {
    const { merchant, storeId, id } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(PATH, { id, status: 'inactive' });
  },
});
