import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { linkToken } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { toIso } from '../../kit/time.ts';
import { findInvitation } from './invitation.queries.ts';

const errors = errorTable('store', {
  missingToken: [400, 'Missing required field: token'],
  notFound: [404, 'Invitation not found'],
});

/** Describes a mailed invitation to a visitor who may not have an account yet. */
export const showInvitation = action({
  path: 'store-merchant/show-invitation',
  summary: 'What a mailed invitation is for',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({ token: linkToken(errors.missingToken, errors.notFound) }),
  output: z.object({
    invitation: z.object({
      storeName: z.string(),
      email: z.string(),
      role: z.enum(['admin', 'member']),
      invitedBy: z.string(),
      expiresAt: z.string(),
      twoFactorRequired: z.boolean(),
    }),
  }),
  handle: async ({ input, tx, now }) => {
    const [found] = await findInvitation(tx, secretCodeHash(input.token), now);
    if (!found) throw errors.notFound();
    const { storeName, email, role, inviterEmail, expiresAt, twoFactorRequired } = found;
    const invitation = { storeName, email, role, invitedBy: inviterEmail, twoFactorRequired };
    return { data: { invitation: { ...invitation, expiresAt: toIso(expiresAt) } } };
  },
});
