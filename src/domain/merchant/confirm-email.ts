import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { linkToken } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { joinInvitedStores } from '../store-merchant/join-invited-stores.ts';
import { confirmEmailOf, takeAccountLink } from './account-link.queries.ts';
import { lockOwnAccount } from './own-account.ts';

const errors = errorTable('user', {
  missingToken: [400, 'Missing required field: token'],
  invalidToken: [400, 'Link is invalid or has expired, request a new one'],
});

/**
 * Confirms an account's address with the mailed link and a session of the account
 * (docs/contract/accounts.md#first-proof): the holder of the link may not be who signed up.
 */
export const confirmEmail = action({
  path: 'merchant/confirm-email',
  summary: "Confirm the account's email address with the mailed link",
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({ token: linkToken(errors.missingToken, errors.invalidToken) }),
  output: z.object({ confirmed: z.boolean() }),
  handle: async ({ input, caller, tx, now }) => {
    await lockOwnAccount(tx, caller);
    const tokenHash = secretCodeHash(input.token);
    const [used] = await takeAccountLink(tx, 'confirm_email', tokenHash, now);
    if (used?.merchantId !== caller.merchantId) throw errors.invalidToken();
    await confirmEmailOf(tx, caller.merchantId, now);
    await joinInvitedStores(tx, caller, { path: confirmEmail.path, input }, now);
    return { data: { confirmed: true } };
  },
});
