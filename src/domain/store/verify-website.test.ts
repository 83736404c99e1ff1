import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeSite } from '../../../test/support/website.ts';
import { verifyWebsite } from './verify-website.ts';

const test = useTestApp();
closeReceivers();
const PATH = 'store/verify-website';

const send = async (body: object) => (await makeSite(test)).verify(body);

describe(PATH, () => {
  it('binds the website that serves the file', async () => {
    const { url, receiver, prove, verify } = await makeSite(test);
    prove();
    const { data } = (await verify()).body;
    expect(data.store.website).toBe(url);
    expect(data.website).toMatchObject({ status: 'verified', verifiedAt: expect.any(String) });
    expect(receiver.received.map(({ path }) => path)).toEqual([
      '/.well-known/tillgate-verification.txt',
    ]);
  });

  it('can be repeated, and a failed check keeps the bound website', async () => {
    const { owner, storeId, url, shown, prove, verify } = await makeSite(test);
    prove();
    expect((await verify()).status).toBe(200);
    expect((await verify()).status).toBe(200);
    shown.text = '';
    expect((await verify()).status).toBe(400);
    const kept = await owner.call('store/update-store', { id: storeId });
    expect(kept.body.data.store.website).toBe(url);
  });

  it.each([
    ['an unsuccessful status', { status: 404 }],
    ['a redirect', { status: 302, location: 'https://example.com/' }],
  ])('accepts no proof from %s', async (_title, answer) => {
    const { shown, prove, verify } = await makeSite(test);
    prove();
    Object.assign(shown, answer);
    expect((await verify()).body.errors[0].message).toMatch(/^Neither the DNS record/);
  });

  it('accepts no proof that is only part of a line', async () => {
    const { shown, website, verify } = await makeSite(test);
    shown.text = `not ${website.wellKnown.content} this`;
    expect((await verify()).status).toBe(400);
  });

  it('accepts no token of another store', async () => {
    const [mine, other] = [await makeSite(test), await makeSite(test)];
    mine.shown.text = other.website.wellKnown.content;
    expect((await mine.verify()).status).toBe(400);
  });

  it('contacts no site for a stranger', async () => {
    const { receiver, prove, verify } = await makeSite(test);
    prove();
    expectError(await verify({}, await makeMerchant(test)), 404, 'Store not found', 'store');
    expect(receiver.connections()).toBe(0);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, storeId, shown, prove } = await makeSite(test);
    prove();
    const headers = { 'x-idempotency-key': 'one-check' };
    const first = await owner.call(PATH, { storeId }, { headers });
    shown.text = '';
    expect((await owner.call(PATH, { storeId }, { headers })).text).toBe(first.text);
  });
});

describeErrorRows(verifyWebsite, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  forbidden: async () => {
    const { owner, storeId, verify } = await makeSite(test);
    return verify({}, await makeMember(test, owner, storeId, 'member'));
  },
  storeNotFound: async () => (await makeSite(test)).verify({}, await makeMerchant(test)),
  notNamed: async () => {
    const owner = await makeMerchant(test);
    return owner.call(PATH, { storeId: (await makeStore(owner)).id });
  },
  notShown: () => send({}),
});
