import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { linkToken } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { confirmEmailOf } from '../merchant/account-link.queries.ts';
import { findMerchant } from '../merchant/merchant.queries.ts';
import { findInvitation, joinInvitedStores } from './invitation.queries.ts';
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
    const [invitation] = await findInvitation(tx, secretCodeHash(input.token), now);
    const [account] = await findMerchant(tx, caller.merchantId);
    if (!invitation || account?.email !== invitation.email) throw errors.notFound();
    await confirmEmailOf(tx, caller.merchantId, now);
    const joined = await joinInvitedStores(tx, caller.merchantId, now);
    const own = joined.find(({ storeId }) => storeId === invitation.storeId);
    if (!own) throw errors.notFound();
    return {
      data: viewMembership({ ...own, addedAt: now }),
      audit: { details: { role: own.role } },
    };
  },
});
