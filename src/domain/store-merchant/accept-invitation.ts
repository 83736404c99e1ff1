import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { acceptInvitation as joinStore } from './store-merchant.queries.ts';
import { membershipView, viewMembership } from './store-merchant.ts';

const errors = errorTable('store', {
  missingCode: [400, 'Missing required field: code'],
  notFound: [404, 'Invitation not found'],
});

/**
 * Joins the store that invited the caller's address. It takes both: the account with the address,
 * and the code from whoever invited it; an address alone proves nothing while none is confirmed.
 */
export const acceptInvitation = action({
  path: 'store-merchant/accept-invitation',
  summary: 'Join a store by the code of an invitation',
  auth: ['dashboard'],
  environment: 'none',
  errors,
  input: z.object({ code: requiredText(errors.missingCode) }),
  output: membershipView,
  handle: async ({ input, caller, tx, now }) => {
    const [joined] = await joinStore(tx, secretCodeHash(input.code), caller.merchantId, now);
    if (!joined) throw errors.notFound();
    return {
      data: viewMembership({ ...joined, addedAt: now }),
      audit: { details: { role: joined.role } },
    };
  },
});
