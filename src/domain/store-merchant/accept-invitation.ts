import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { linkToken } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { confirmEmailOf } from '../merchant/account-link.queries.ts';
import { findMerchant } from '../merchant/merchant.queries.ts';
import { lockOwnAccount } from '../merchant/own-account.ts';
import { findInvitation, type JoinedStore } from './invitation.queries.ts';
import { joinInvitedStores } from './join-invited-stores.ts';
import { membershipView, viewMembership } from './store-merchant.ts';

const errors = errorTable('store', {
  missingToken: [400, 'Missing required field: token'],
  notFound: [404, 'Invitation not found'],
});

/**
 * Joins a store with the mailed link. It requires both the link and a session of the account with
 * that address, so it also confirms the address, and the address's other invitations take effect.
 */
export const acceptInvitation = action({
  path: 'store-merchant/accept-invitation',
  summary: 'Join a store by the mailed invitation',
  auth: ['dashboard'],
  environment: 'none',
  errors,
  input: z.object({ token: linkToken(errors.missingToken, errors.notFound) }),
  output: membershipView,
  handle: async ({ input, caller, tx, now }) => {
    await lockOwnAccount(tx, caller);
    const [invitation] = await findInvitation(tx, secretCodeHash(input.token), now);
    const [account] = await findMerchant(tx, caller.merchantId);
    if (!invitation || account?.email !== invitation.email) throw errors.notFound();
    await confirmEmailOf(tx, caller.merchantId, now);
    const { storeId } = invitation;
    const call = { path: acceptInvitation.path, input, storeId };
    const joined: JoinedStore[] = await joinInvitedStores(tx, caller, call, now);
    const own = joined.find((store) => store.storeId === storeId);
    if (!own) throw errors.notFound();
    return {
      data: viewMembership({ ...own, addedAt: now }),
      audit: { details: { role: own.role } },
    };
  },
});
