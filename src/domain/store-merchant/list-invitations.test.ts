import { describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { listInvitations } from './list-invitations.ts';

const test = useTestApp();
const path = 'store-merchant/list-invitations';
const DAY_MS = 24 * 60 * 60 * 1000;

async function makeOwner() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const invite = (email: string, by = owner) =>
    by.call('store-merchant/add-merchant', { storeId: store.id, email, role: 'member' });
  const emails = async () => {
    const reply = await owner.call(path, { storeId: store.id });
    return reply.body.data.invitations.map(({ email }: { email: string }) => email);
  };
  return { owner, store, invite, emails };
}

describe(path, () => {
  it('lists who is invited, by whom and until when, newest first', async () => {
    const { owner, store, invite } = await makeOwner();
    const [first, second] = [newEmail(), newEmail()];
    await invite(first);
    const { invitationExpiresAt } = (await invite(second)).body.data;
    const reply = await owner.call(path, { storeId: store.id });
    expect(reply.body.data.invitations).toEqual([
      {
        ...{ email: second, role: 'member', invitedBy: owner.email },
        invitedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        expiresAt: invitationExpiresAt,
      },
      expect.objectContaining({ email: first }),
    ]);
  });

  it('omits invitations whose inviter has left or that have expired', async () => {
    const { owner, store, invite, emails } = await makeOwner();
    const admin = await makeMember(test, owner, store.id, 'admin');
    const [stays, dies] = [newEmail(), newEmail()];
    await invite(stays);
    await invite(dies, admin);
    expect(await emails()).toHaveLength(2);
    const body = { storeId: store.id, merchantId: admin.shortId };
    await owner.call('store-merchant/remove-merchant', body);
    expect(await emails()).toEqual([stays]);
    test.clock.advance(7 * DAY_MS);
    expect(await emails()).toEqual([]);
  });
});

describeErrorRows(listInvitations, {
  missingStoreId: async () => (await makeMerchant(test)).call(path, {}),
  malformedStoreId: {
    got: 'x',
    send: async () => (await makeMerchant(test)).call(path, { storeId: 'x' }),
  },
  forbidden: async () => {
    const { owner, store } = await makeOwner();
    const member = await makeMember(test, owner, store.id, 'member');
    return member.call(path, { storeId: store.id });
  },
  storeNotFound: async () => {
    const { store } = await makeOwner();
    return (await makeMerchant(test)).call(path, { storeId: store.id });
  },
});
