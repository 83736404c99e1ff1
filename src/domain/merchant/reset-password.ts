import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { hashPassword } from '../../kit/password.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { findAccountLink, replacePassword, takeAccountLink } from './account-link.queries.ts';
import { merchantView, openSession, viewMerchant } from './merchant.ts';
import { newPassword, PASSWORD_LENGTH } from './new-password.ts';

const errors = errorTable('user', {
  missingToken: [400, 'Missing required field: token'],
  missingPassword: [400, 'Missing required field: password'],
  shortPassword: [400, PASSWORD_LENGTH],
  invalidToken: [400, 'Link is invalid or has expired, request a new one'],
});

/**
 * Sets a new password by a mailed link and logs in. Every session from before ends, and the address
 * counts as confirmed: the link reached it.
 */
export const resetPassword = action({
  path: 'merchant/reset-password',
  summary: 'Set a new password by the mailed link, and log in',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({
    token: requiredText(errors.missingToken),
    password: newPassword(errors.missingPassword, errors.shortPassword),
  }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, now, transact }) => {
    // Looked up before the hashing, which a stranger should not be able to make us do.
    const [link] = await transact((tx) =>
      findAccountLink(tx, 'reset_password', secretCodeHash(input.token), now),
    );
    if (!link) throw errors.invalidToken();
    return hashPassword(input.password);
  },
  handle: async ({ input, prepared: passwordHash, tx, now }) => {
    const tokenHash = secretCodeHash(input.token);
    const [used] = await takeAccountLink(tx, 'reset_password', tokenHash, now);
    if (!used) throw errors.invalidToken();
    const [merchant] = await replacePassword(tx, used.merchantId, passwordHash, now);
    if (!merchant) throw new Error('A link without its account');
    const session = await openSession(tx, merchant.id, now);
    return { data: { merchant: viewMerchant(merchant) }, session };
  },
});
