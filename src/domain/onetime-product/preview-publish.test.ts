import { describe, expect, it } from 'vitest';
import { makeOwner, makeProduct, unusedId, viewIn } from '../../../test/support/catalogue.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { previewPublishOnetimeProduct } from './preview-publish.ts';

const PATH = 'onetime-product/preview-publish';
const test = useTestApp();
const makeOne = async () => {
  const owner = await makeOwner(test);
  return { ...owner, id: (await makeProduct(owner, 'onetime')).id };
};
const send = async (fields: object = {}) => {
  const { merchant, id } = await makeOne();
  return merchant.call(PATH, { id, ...fields });
};

describe(PATH, () => {
  it('shows whether publishing would succeed and what it would change', async () => {
    expect(viewIn(await send(), 'preview')).toMatchObject({ publishable: true, reason: null });
  });

  it('lets a member preview', async () => {
    const { merchant, storeId, id } = await makeOne();
    const member = await makeMember(test, merchant, storeId, 'member');
    expect((await member.call(PATH, { id })).status).toBe(200);
  });

  it('does not replay for the same idempotency key', async () => {
    const { merchant, id } = await makeOne();
    const headers = { 'x-idempotency-key': 'look' };
    expect((await merchant.call(PATH, { id }, { headers })).body.data.preview.publishable).toBe(
      true,
    );
    viewIn(await merchant.call('onetime-product/publish-product', { id }), 'product');
    const second = await merchant.call(PATH, { id }, { headers });
    expect(second.body.data.preview.publishable).toBe(false);
  });

  it('answers for the product of another merchant as for a missing one', async () => {
    const [mine, theirs] = [await makeOwner(test), await makeOne()];
    const foreign = await mine.merchant.call(PATH, { id: theirs.id });
    const missing = await mine.merchant.call(PATH, { id: unusedId(test, 'PROD') });
    expect(foreign.text).toBe(missing.text);
  });
});

describeErrorRows(previewPublishOnetimeProduct, {
  missingId: () => send({ id: null }),
  malformedId: () => send({ id: 'x' }),
  notFound: () => send({ id: unusedId(test, 'PROD') }),
});
