import { describe, expect, it } from 'vitest';
import { callAsNobody, newEmail } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { showInvitation } from './show-invitation.ts';

const test = useTestApp();
const path = 'store-merchant/show-invitation';
const send = (token: unknown) => callAsNobody(test, path, { token });

describe(path, () => {
  it('describes the invitation of a mailed link until it is withdrawn', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner, 'Nova Books');
    const email = newEmail();
    const invited = { storeId: store.id, email, role: 'member' };
    const added = await owner.call('store-merchant/add-merchant', invited);
    const token = await codeMailedTo(test, email);
    expect((await send(token)).body.data.invitation).toEqual({
      ...{ storeName: 'Nova Books', email, role: 'member', invitedBy: owner.email },
      expiresAt: added.body.data.invitationExpiresAt,
      twoFactorRequired: false,
    });
    await owner.call('store-merchant/cancel-invitation', { storeId: store.id, email });
    expectError(await send(token), 404, 'Invitation not found', 'store');
  });
});

describeErrorRows(showInvitation, {
  missingToken: () => send(null),
  notFound: () => send('nonsense'),
});
