import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { knownEmail, MAX_EMAIL_LENGTH } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';
import { mailAccountLink } from './account-link.ts';
import { findMerchantByEmail } from './merchant.queries.ts';

/** Requests per hour for an account from one network, fewer than the mails that it gets in total. */
const REQUESTS_PER_HOUR = 3;
/** Requests per minute from one network, for any addresses. */
const NETWORK_REQUESTS_PER_MINUTE = 10;
/** Milliseconds, well above the time that mailing a link takes. */
const ANSWERS_AFTER_MS = 100;

const errors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  longEmail: [400, `Email cannot exceed ${MAX_EMAIL_LENGTH} characters`],
});

/** Mails a link to set a new password; an address without an account gets the same response. */
export const requestPasswordReset = action({
  path: 'merchant/request-password-reset',
  summary: 'Mail a link to set a new password',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  attempts: [
    { limit: NETWORK_REQUESTS_PER_MINUTE, by: () => '', name: 'password-resets-of-a-network' },
    { limit: REQUESTS_PER_HOUR, minutes: 60, by: ({ email }) => email },
  ],
  answersAfterMs: ANSWERS_AFTER_MS,
  errors,
  input: z.object({ email: knownEmail(errors.missingEmail, errors.longEmail) }),
  output: z.object({ requested: z.boolean() }),
  handle: async ({ input, tx, now, ports }) => {
    const [merchant] = await findMerchantByEmail(tx, input.email);
    // Nor is the mail limit reported, since only an address with an account can reach it.
    if (merchant) await mailAccountLink(tx, 'reset_password', merchant, ports, now);
    return { data: { requested: true } };
  },
});
