import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import {
  makeMerchant,
  makeStore,
  type Reply,
  type TestMerchant,
} from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp({ PROVIDER_PROD: 'sandbox' });
const REFUSAL = {
  data: null,
  errors: [
    { message: 'Insufficient permissions', layer: 'gateway' },
    {
      message:
        'A test key cannot change what a store enabled for production shows; use a production key or the dashboard',
      layer: 'gateway',
    },
  ],
};

/** Enables the store the way the operator does. */
async function enable(owner: TestMerchant, storeId: string): Promise<void> {
  const ticket = await submitTicket(owner, storeId);
  const approval = { ticketId: ticket, decision: 'approve' };
  const reply = await callAsOperator(test, 'kyb-ticket/resolve-ticket', approval);
  if (reply.status !== 200) throw new Error(reply.text);
}

const SHARED: readonly (readonly [path: string, body: (storeId: string) => object])[] = [
  ['store/update-store', (id) => ({ id, name: 'Renamed' })],
  ['store/update-store', (id) => ({ id, status: 'suspended' })],
  ['store/delete-store', (id) => ({ id })],
  ['store/bind-support-email', (storeId) => ({ storeId, email: newEmail() })],
  ['store/confirm-support-email', (storeId) => ({ storeId, code: '123456' })],
  ['store/revoke-support-email', (storeId) => ({ storeId })],
  ['store/bind-website', (storeId) => ({ storeId, url: 'https://example.com/' })],
  ['store/verify-website', (storeId) => ({ storeId })],
  ['store/revoke-website', (storeId) => ({ storeId })],
  ['store-merchant/add-merchant', (storeId) => ({ storeId, email: newEmail(), role: 'admin' })],
  ['store-merchant/cancel-invitation', (storeId) => ({ storeId, email: newEmail() })],
  ['kyb-ticket/submit-ticket', (storeId) => ({ storeId, legalName: 'A Ltd', country: 'IE' })],
];

describe('a test key', () => {
  const parts = {} as { owner: TestMerchant; storeId: string; member: TestMerchant };
  beforeAll(async () => {
    const owner = await makeMerchant(test);
    const { id: storeId } = await makeStore(owner);
    const body = { storeId, email: (await makeMerchant(test)).email, role: 'member' };
    await owner.call('store-merchant/add-merchant', body, { environment: 'prod' });
    const member = await makeMerchant(test);
    const added = { storeId, email: member.email, role: 'admin' };
    await owner.call('store-merchant/add-merchant', added, { environment: 'prod' });
    await enable(owner, storeId);
    Object.assign(parts, { owner, storeId, member });
  });

  it.each(SHARED)('cannot change what production shares: %s', async (path, body) => {
    const reply = await parts.owner.call(path, body(parts.storeId));
    expect([reply.status, reply.body]).toEqual([403, REFUSAL]);
    if (path === 'store/delete-store') return;
    const others = await parts.owner.call(path, body(parts.storeId), { environment: 'prod' });
    expect(others.body).not.toEqual(REFUSAL);
  });

  it.each(['remove-merchant', 'update-role'])('cannot change members: %s', async (verb) => {
    const { owner, storeId, member } = parts;
    const body = { storeId, merchantId: member.shortId, role: 'member' };
    const reply = await owner.call(`store-merchant/${verb}`, body);
    expect([reply.status, reply.body]).toEqual([403, REFUSAL]);
  });

  it('reveals nothing to a stranger', async () => {
    const stranger = await makeMerchant(test);
    const body = { storeId: parts.storeId, email: newEmail(), role: 'admin' };
    expect((await stranger.call('store-merchant/add-merchant', body)).status).toBe(404);
  });

  it('can change what both sides share while the store is not enabled', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const reply = await owner.call('store/update-store', { id: store.id, name: 'Renamed' });
    expect(reply.status).toBe(200);
  });
});

describe('a member whom a test key added', () => {
  async function makeTestAdmin() {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const admin = await makeMember(test, owner, store.id, 'admin');
    return { owner, store, admin };
  }
  const rolesOf = async (merchant: TestMerchant): Promise<unknown> => {
    const dashboard = await openDashboard(test, merchant);
    const reply = await dashboard.call('merchant/get-session', {});
    return reply.body.data.stores.map(({ role }: { role: string }) => role);
  };

  it('is no longer a member once the store is enabled', async () => {
    const { owner, store, admin } = await makeTestAdmin();
    expect(await rolesOf(admin)).toEqual(['admin']);
    await enable(owner, store.id);
    expect(await rolesOf(admin)).toEqual([]);
    expect(await rolesOf(owner)).toEqual(['owner']);
  });

  it('cannot grant anything lasting: members, invitations, roles', async () => {
    const { owner, store, admin } = await makeTestAdmin();
    const dashboard = await openDashboard(test, admin);
    const [next, raised] = [await makeMerchant(test), await makeMerchant(test)];
    const email = newEmail();
    const add = (to: string, by: { call: TestMerchant['call'] }) =>
      by.call('store-merchant/add-merchant', { storeId: store.id, email: to, role: 'admin' });
    const added: Reply = await dashboard.call('store-merchant/add-merchant', {
      ...{ storeId: store.id, email: next.email, role: 'admin' },
    });
    expect(added.status).toBe(200);
    await add(email, admin);
    const body = { storeId: store.id, email: raised.email, role: 'member' };
    await owner.call('store-merchant/add-merchant', body, { environment: 'prod' });
    const raise = { storeId: store.id, merchantId: raised.shortId, role: 'admin' };
    expect((await owner.call('store-merchant/update-role', raise)).status).toBe(200);
    const token = await codeMailedTo(test, email);
    await enable(owner, store.id);
    expect([await rolesOf(next), await rolesOf(raised)]).toEqual([[], ['member']]);
    const invited = await owner.call('store-merchant/list-invitations', { storeId: store.id });
    expect(invited.body.data.invitations).toEqual([]);
    expect(token).not.toBe('');
  });

  it('stays if the owner sets the role again in the dashboard', async () => {
    const { owner, store, admin } = await makeTestAdmin();
    const dashboard = await openDashboard(test, owner);
    const body = { storeId: store.id, merchantId: admin.shortId, role: 'admin' };
    expect((await dashboard.call('store-merchant/update-role', body)).status).toBe(200);
    await enable(owner, store.id);
    expect(await rolesOf(admin)).toEqual(['admin']);
  });

  it('leaves nothing behind that gives access to production', async () => {
    const { owner, store, admin } = await makeTestAdmin();
    const webhook = {
      ...{ storeId: store.id, channel: 'http', url: 'https://example.com/', testMode: false },
      events: ['order.completed'],
    };
    const prod = { environment: 'prod' } as const;
    expect((await admin.call('store/add-webhook', webhook, prod)).status).toBe(403);
    const token = { storeId: store.id, buyerIdentity: 'b' };
    expect((await admin.call('auth/issue-session-token', token, prod)).status).toBe(403);
    const own = await owner.call('store/add-webhook', webhook, prod);
    const change = { id: own.body.data.webhook.id, url: 'https://elsewhere.example/' };
    expect((await admin.call('store/update-webhook', change, prod)).status).toBe(403);
    const inTest = { ...webhook, testMode: true };
    expect((await admin.call('store/add-webhook', inTest)).status).toBe(200);
  });
});
