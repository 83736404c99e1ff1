import { describe, expect, it } from 'vitest';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { listEntries } from './list-entries.ts';

const test = useTestApp();
const path = 'audit/list-entries';

async function makeTeam() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const list = async (body: object = {}, by: TestMerchant = owner) =>
    by.call(path, { storeId: store.id, ...body });
  const actionsOf = async (body: object = {}) =>
    (await list(body)).body.data.entries.map((entry: { action: string }) => entry.action);
  return { owner, store, list, actionsOf };
}

const send = async (body: object) => (await makeTeam()).list(body);

describe(path, () => {
  it('shows who did what, to which subject, when and with which key', async () => {
    const { owner, store, list } = await makeTeam();
    const [entry] = (await list()).body.data.entries;
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      action: 'store/create-store',
      storeId: store.id,
      merchantId: owner.shortId,
      merchantEmail: owner.email,
      credential: { kind: 'apiKey', id: owner.keys.test.id },
      subject: { type: 'store', id: store.id },
      environment: null,
      details: { fields: ['name'] },
    });
  });

  it('names a member who was added, and the role', async () => {
    const { owner, store, list } = await makeTeam();
    const admin = await makeMember(test, owner, store.id, 'admin');
    await owner.call('store-merchant/update-role', {
      storeId: store.id,
      merchantId: admin.shortId,
      role: 'member',
    });
    const [updated, added] = (await list()).body.data.entries;
    expect(updated).toMatchObject({
      action: 'store-merchant/update-role',
      subject: { type: 'merchant', id: admin.shortId },
      details: { role: 'member' },
    });
    expect(added).toMatchObject({
      action: 'store-merchant/add-merchant',
      subject: { type: 'merchant', id: admin.shortId },
      details: { email: admin.email, role: 'admin' },
    });
  });

  it('names the dashboard session', async () => {
    const { owner, store, list } = await makeTeam();
    const dashboard = await openDashboard(test, owner);
    await dashboard.call('store/update-store', { id: store.id, name: 'Renamed' });
    const [entry] = (await list()).body.data.entries;
    expect(entry.credential).toEqual({ kind: 'dashboard', id: dashboard.sessionId });
  });

  it('records the names of the fields that were sent, and none of their values', async () => {
    const { owner, store, list } = await makeTeam();
    const logo = 'https://cdn.example/only-here.png';
    await owner.call('store/update-store', { id: store.id, logo, name: 'Only there', odd: 1 });
    const reply = await list();
    expect(reply.body.data.entries[0].details).toEqual({ fields: ['name', 'logo'] });
    expect(reply.text).not.toContain('only-here');
    expect(reply.text).not.toContain('Only there');
  });

  it('records nothing for a call that was refused', async () => {
    const { owner, store, actionsOf } = await makeTeam();
    await owner.call('store/update-store', { id: store.id, status: 'broken' });
    const stranger = await makeMerchant(test);
    await stranger.call('store/update-store', { id: store.id, name: 'Mine' });
    expect(await actionsOf()).toEqual(['store/create-store']);
  });

  it('records a replayed call once', async () => {
    const { owner, store, actionsOf } = await makeTeam();
    const headers = { 'x-idempotency-key': 'renamed-once' };
    const body = { id: store.id, name: 'Once' };
    await owner.call('store/update-store', body, { headers });
    await owner.call('store/update-store', body, { headers });
    expect(await actionsOf()).toEqual(['store/update-store', 'store/create-store']);
  });

  it('pages through the entries, newest first', async () => {
    const { owner, store, list } = await makeTeam();
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      await owner.call('store/update-store', { id: store.id, name });
    }
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { entries, nextCursor } = (await list({ limit: 2, cursor })).body.data;
      expect(entries.length).toBeLessThanOrEqual(2);
      ids.push(...entries.map((entry: { id: string }) => entry.id));
      cursor = nextCursor;
    } while (cursor);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  it('filters entries by merchant, credential, action, subject and time', async () => {
    const { owner, store, actionsOf } = await makeTeam();
    const admin = await makeMember(test, owner, store.id, 'admin');
    await admin.call('store/update-store', { id: store.id, name: 'By the admin' });
    const dashboard = await openDashboard(test, owner);
    await dashboard.call('store/update-store', { id: store.id, name: 'By the owner' });
    const [updated, added] = [['store/update-store'], ['store-merchant/add-merchant']];
    expect(await actionsOf({ merchantId: admin.shortId })).toEqual(updated);
    expect(await actionsOf({ credentialId: admin.keys.test.id })).toEqual(updated);
    expect(await actionsOf({ credential: 'dashboard' })).toEqual(updated);
    expect(await actionsOf({ credential: 'operator' })).toEqual([]);
    expect(await actionsOf({ action: 'ADD-Mer' })).toEqual(added);
    expect(await actionsOf({ subjectType: 'merchant' })).toEqual(added);
    expect(await actionsOf({ subjectId: admin.shortId })).toEqual(added);
    expect(await actionsOf({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    const to = new Date(test.clock.now().getTime() + 1).toISOString();
    const since = { from: '2020-01-01T00:00:00+02:00', to };
    const byOwner = { ...since, subjectType: 'store', merchantId: owner.shortId };
    expect(await actionsOf(byOwner)).toEqual(['store/update-store', 'store/create-store']);
  });

  it("lists the acts on the caller's own account if no store is named", async () => {
    const { owner } = await makeTeam();
    const dashboard = await openDashboard(test, owner);
    const body = { environment: 'test', nickname: 'From the dashboard' };
    const created = await dashboard.call('api-key/create-key', body);
    const { entries } = (await dashboard.call(path, {})).body.data;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'api-key/create-key',
      storeId: null,
      subject: { type: 'apiKey', id: created.body.data.apiKey.id },
      details: { fields: ['environment', 'nickname'] },
    });
  });

  it('shows an API key no entry of the other environment', async () => {
    const { owner, store, list } = await makeTeam();
    const product = {
      storeId: store.id,
      name: 'A product',
      prices: { USD: { amount: '9.90', taxCategory: 'saas' } },
    };
    const path = 'onetime-product/create-product';
    await owner.call(path, product);
    await owner.call(path, product, { environment: 'prod' });
    const { entries } = (await list()).body.data;
    expect(entries.map((entry: { environment: string }) => entry.environment)).toEqual([
      'test',
      null,
    ]);
    const dashboard = await openDashboard(test, owner);
    const all = await dashboard.call('audit/list-entries', { storeId: store.id });
    expect(all.body.data.entries).toHaveLength(3);
  });

  it('can be read by an admin', async () => {
    const { owner, store, list } = await makeTeam();
    const admin = await makeMember(test, owner, store.id, 'admin');
    expect((await list({}, admin)).status).toBe(200);
  });
});

it('accepts filter texts of at most 200 characters', async () => {
  const { list } = await makeTeam();
  for (const field of ['action', 'subjectType', 'subjectId']) {
    expect((await list({ [field]: 'x'.repeat(200) })).status).toBe(200);
    expect(await list({ [field]: 'x'.repeat(201) })).toMatchObject({ status: 400 });
  }
});

describeErrorRows(listEntries, {
  malformedStoreId: { got: 'shop', send: () => send({ storeId: 'shop' }) },
  invalidLimit: () => send({ limit: 101 }),
  invalidCursor: () => send({ cursor: 'next' }),
  malformedMerchantId: { got: 'ada', send: () => send({ merchantId: 'ada' }) },
  invalidCredential: () => send({ credential: 'password' }),
  invalidCredentialId: () => send({ credentialId: 'key' }),
  invalidFrom: () => send({ from: 'yesterday' }),
  invalidTo: () => send({ to: '2026-01-01' }),
  forbidden: async () => {
    const { owner, store, list } = await makeTeam();
    return list({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeTeam()).list({}, await makeMerchant(test)),
});
