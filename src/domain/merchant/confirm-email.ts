import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { confirmEmailOf, takeAccountLink } from './account-link.queries.ts';

const errors = errorTable('user', {
  missingToken: [400, 'Missing required field: token'],
  invalidToken: [400, 'Link is invalid or has expired, request a new one'],
});

/** Confirms an account's address by the link that was mailed to it; no log-in is needed. */
export const confirmEmail = action({
  path: 'merchant/confirm-email',
  summary: "Confirm the account's e-mail address by the mailed link",
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({ token: requiredText(errors.missingToken) }),
  output: z.object({ confirmed: z.boolean() }),
  handle: async ({ input, tx, now }) => {
    const tokenHash = secretCodeHash(input.token);
    const [used] = await takeAccountLink(tx, 'confirm_email', tokenHash, now);
    if (!used) throw errors.invalidToken();
    await confirmEmailOf(tx, used.merchantId, now);
    return { data: { confirmed: true } };
  },
});
