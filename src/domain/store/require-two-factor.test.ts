import { createPrivateKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { post, signHeaders } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { encodeId, newId } from '../../kit/id.ts';
import { totpCode } from '../../kit/totp.ts';
import { requireTwoFactor } from './require-two-factor.ts';

const test = useTestApp();
const path = 'store/require-two-factor';
const environment = { 'x-environment': 'test' };

const PRICES = { USD: { amount: '5.00', taxCategory: 'saas' } };

type Signed = Awaited<ReturnType<typeof makeKey>>;
type Call = (path: string, body: object) => ReturnType<typeof callAsNobody>;

/** An account without a second factor, a store, and the calls of its owner's session. */
async function makePlain() {
  const { email, cookie, ...more } = await signUpMerchant(test);
  const call: Call = (path, body) => callAsNobody(test, path, body, { cookie, ...environment });
  return { ...more, email, cookie, call };
}

/** An owner with a second factor, and a store with a member who has none. */
async function makeStoreWithMember(role: 'admin' | 'member' = 'admin') {
  const owner = await makeTwoFactor(test);
  const member = await makePlain();
  const made = await owner.call('store/create-store', { name: 'Careful' });
  const storeId: string = made.body.data.store.id;
  const added = await owner.call('store-merchant/add-merchant', {
    ...{ storeId, email: member.email, role },
  });
  if (added.status !== 200) throw new Error(added.text);
  const require = (required: boolean) => owner.call(path, { storeId, required });
  return { owner, member, storeId, require };
}

/** Creates an API key in the session; returns a function that calls with it. */
async function makeKey(call: Call) {
  const nickname = crypto.randomUUID();
  const made = await call('api-key/create-key', { environment: 'test', nickname });
  const { privateKey } = made.body.data;
  const session = await call('merchant/get-session', {});
  const merchantId: string = session.body.data.merchant.id;
  return (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const [target, text] = [`/v1/actions/${path}`, JSON.stringify(body)];
    const key = createPrivateKey(privateKey);
    const at = String(Math.floor(test.clock.now().getTime() / 1000));
    const signed = signHeaders(target, text, merchantId, key, at);
    return post(test.baseUrl, target, text, { ...signed, ...headers });
  };
}

/** Turns two-factor login on for an account that has none. */
async function addFactor(call: Call) {
  const begun = await call('merchant/begin-totp', { password: PASSWORD });
  test.clock.advance(30_000);
  const code = totpCode(begun.body.data.secret, test.clock.now());
  expect((await call('merchant/confirm-totp', { code })).status).toBe(200);
}

it('denies access to a member without a second factor until they add one', async () => {
  const { member, storeId, require } = await makeStoreWithMember();
  const rename = () => member.call('store/update-store', { id: storeId, name: 'Renamed' });
  expect((await rename()).status).toBe(200);
  expect((await require(true)).body.data).toEqual({
    ...{ storeId, required: true, membersWithout: [member.email] },
  });
  expect(await mailsTo(test, member.email, 'account.second_factor_required')).toHaveLength(1);

  const refused = await rename();
  expect(refused.status).toBe(403);
  expect(refused.body.errors).toHaveLength(2);
  expect(refused.body.errors[1]).toMatchObject({ reason: 'second_factor_required' });
  const session = await member.call('merchant/get-session', {});
  expect(session.body.data.stores).toEqual([]);
  expect(session.body.data.storesBehindFactor).toEqual([{ id: storeId, name: 'Renamed' }]);
  const read = () =>
    post(
      test.baseUrl,
      '/v1/graphql',
      JSON.stringify({ query: '{ stores { id } orders { id } }' }),
      {
        cookie: member.cookie,
        ...environment,
      },
    );
  expect((await read()).body.data.stores).toEqual([]);

  await addFactor(member.call);
  expect((await rename()).status).toBe(200);
  expect((await read()).body.data.stores).toEqual([{ id: storeId }]);
});

it('restores access for everyone when it is no longer required', async () => {
  const { member, storeId, require } = await makeStoreWithMember('member');
  const list = () => member.call('event/list-events', { storeId });
  await require(true);
  expect((await list()).status).toBe(404);
  expect((await require(false)).body.data).toMatchObject({ required: false, membersWithout: [] });
  expect((await list()).status).toBe(200);
});

it('keeps earlier keys working, and refuses later ones without a second factor', async () => {
  const { owner, member, storeId, require } = await makeStoreWithMember();
  const early = await makeKey(member.call);
  const ofOwner = await makeKey(owner.call);
  test.clock.advance(1_000);
  await require(true);
  test.clock.advance(1_000);
  const late = await makeKey(member.call);
  const rename = { id: storeId, name: 'By a key' };
  expect((await early('store/update-store', rename)).status).toBe(200);
  expect((await ofOwner('store/update-store', rename)).status).toBe(200);
  const refused = await late('store/update-store', rename);
  expect(refused.status).toBe(403);
  expect(refused.body.errors[1]).toMatchObject({ reason: 'second_factor_required' });
  await addFactor(member.call);
  expect((await late('store/update-store', rename)).status).toBe(403);
  expect((await (await makeKey(member.call))('store/update-store', rename)).status).toBe(200);
});

it('replays no response about the store to members without access', async () => {
  const { member, storeId, require } = await makeStoreWithMember();
  const early = await makeKey(member.call);
  const own = await member.call('store/create-store', { name: 'Their own' });
  const acts: [string, string, object][] = [
    ['renamed', 'store/update-store', { id: storeId, name: 'By a key' }],
    ['made', 'onetime-product/create-product', { storeId, name: 'New', prices: PRICES }],
    ['own', 'store/update-store', { id: own.body.data.store.id, name: 'Theirs' }],
  ];
  const send = async (call: Signed) => {
    const answers = [];
    for (const [key, path, body] of acts) {
      answers.push(await call(path, body, { 'x-idempotency-key': key }));
    }
    return answers;
  };
  const replayed = (answers: Awaited<ReturnType<typeof send>>) =>
    answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]);
  const yes = [200, 'true'];
  const no = [403, null];
  const first = await send(early);
  expect(replayed(first)).toEqual(acts.map(() => [200, null]));
  expect(replayed(await send(early))).toEqual(acts.map(() => yes));

  test.clock.advance(1_000);
  await require(true);
  test.clock.advance(1_000);
  const late = await send(await makeKey(member.call));
  expect(replayed(late)).toEqual([no, no, yes]);
  expect(late[0]?.body.errors[1]).toMatchObject({ reason: 'second_factor_required' });
  expect(replayed(await send(early))).toEqual(acts.map(() => yes));
  await addFactor(member.call);
  expect(replayed(await send(await makeKey(member.call)))).toEqual(acts.map(() => yes));
});

it('does not affect a member’s other stores', async () => {
  const { member, require } = await makeStoreWithMember();
  const own = await member.call('store/create-store', { name: 'Their own' });
  await require(true);
  const id: string = own.body.data.store.id;
  expect((await member.call('store/update-store', { id, name: 'Still theirs' })).status).toBe(200);
  expect((await member.call('store/create-store', { name: 'Another' })).status).toBe(200);
});

describeErrorRows(requireTwoFactor, {
  missingStoreId: async () => (await makePlain()).call(path, { required: true }),
  malformedStoreId: {
    got: 'x',
    send: async () => (await makePlain()).call(path, { storeId: 'x', required: true }),
  },
  missingRequired: async () => {
    const { owner, storeId } = await makeStoreWithMember();
    return owner.call(path, { storeId });
  },
  invalidRequired: async () => {
    const { owner, storeId } = await makeStoreWithMember();
    return owner.call(path, { storeId, required: 'yes' });
  },
  forbidden: async () => {
    const { member, storeId } = await makeStoreWithMember();
    return member.call(path, { storeId, required: true });
  },
  notFound: async () => {
    const storeId = encodeId('STO', newId('STO', test.clock.now()));
    return (await makePlain()).call(path, { storeId, required: true });
  },
  ownFactor: async () => {
    const { call } = await makePlain();
    const made = await call('store/create-store', { name: 'Mine' });
    return call(path, { storeId: made.body.data.store.id, required: true });
  },
});
