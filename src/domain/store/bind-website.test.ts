import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { bindWebsite } from './bind-website.ts';

const test = useTestApp({ ALLOW_PRIVATE_WEBHOOKS: 'false' });
const PATH = 'store/bind-website';
const URL_TEXT = 'https://shop.example/start';

async function makeOwner() {
  const owner = await makeMerchant(test);
  const storeId = (await makeStore(owner)).id;
  const bind = (body: object = {}, by: TestMerchant = owner) =>
    by.call(PATH, { storeId, url: URL_TEXT, ...body });
  return { owner, storeId, bind };
}

const send = async (body: object) => (await makeOwner()).bind(body);

describe(PATH, () => {
  it('returns what the site must publish, as a DNS record or a file', async () => {
    const { storeId, bind } = await makeOwner();
    const { website } = (await bind()).body.data;
    const value = `tillgate-verification=${website.token}`;
    expect(website).toEqual({
      ...{ storeId, url: URL_TEXT, status: 'pending', verifiedAt: null },
      token: expect.stringMatching(/^[\w-]{32}$/),
      dnsRecord: { type: 'TXT', name: '_tillgate-verification.shop.example', value },
      wellKnown: {
        url: 'https://shop.example/.well-known/tillgate-verification.txt',
        content: value,
      },
    });
  });

  it('keeps the token of the same address and creates one for another', async () => {
    const { bind } = await makeOwner();
    const tokenOf = async (url: string) => (await bind({ url })).body.data.website.token;
    const first = await tokenOf(URL_TEXT);
    expect(await tokenOf(URL_TEXT)).toBe(first);
    expect(await tokenOf('https://other.example/')).not.toBe(first);
  });

  it('gives another store another token', async () => {
    const tokens = [await makeOwner(), await makeOwner()].map(async ({ bind }) => {
      return (await bind()).body.data.website.token;
    });
    expect(new Set(await Promise.all(tokens)).size).toBe(2);
  });

  it('binds nothing yet, and does not block deletion', async () => {
    const { owner, storeId, bind } = await makeOwner();
    await bind();
    const reply = await owner.call('store/delete-store', { id: storeId });
    expect(reply.status).toBe(200);
    expect(reply.body.data.store.website).toBeNull();
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, storeId } = await makeOwner();
    const headers = { 'x-idempotency-key': 'one-site' };
    const body = { storeId, url: URL_TEXT };
    const first = await owner.call(PATH, body, { headers });
    expect((await owner.call(PATH, body, { headers })).text).toBe(first.text);
  });
});

describeErrorRows(bindWebsite, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  missingUrl: () => send({ url: ' ' }),
  invalidUrl: () => send({ url: 'https://user:pass@shop.example' }),
  insecureUrl: () => send({ url: 'http://shop.example' }),
  refusedAddress: () => send({ url: 'https://169.254.169.254/' }),
  forbidden: async () => {
    const { owner, storeId, bind } = await makeOwner();
    return bind({}, await makeMember(test, owner, storeId, 'member'));
  },
  storeNotFound: async () => (await makeOwner()).bind({}, await makeMerchant(test)),
});
