import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { knownEmail, MAX_EMAIL_LENGTH } from '../../contract/input.ts';
import { mailAccountLink } from './account-link.ts';
import { findMerchantByEmail } from './merchant.queries.ts';
import { normalizeEmail } from './merchant.ts';

/** As for login: attempts per minute for an account from one network. */
const ATTEMPTS_PER_MINUTE = 5;
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
  attemptsPerMinute: { limit: ATTEMPTS_PER_MINUTE, by: ({ email }) => normalizeEmail(email) },
  answersAfterMs: ANSWERS_AFTER_MS,
  errors,
  input: z.object({ email: knownEmail(errors.missingEmail, errors.longEmail) }),
  output: z.object({ requested: z.boolean() }),
  handle: async ({ input, tx, now, ports }) => {
    const [merchant] = await findMerchantByEmail(tx, normalizeEmail(input.email));
    // Nor is the mail limit reported, since only an address with an account can reach it.
    if (merchant) await mailAccountLink(tx, 'reset_password', merchant, ports, now);
    return { data: { requested: true } };
  },
});
