import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { knownEmail, MAX_EMAIL_LENGTH } from '../../contract/input.ts';
import { mailAccountLink } from './account-link.ts';
import { findMerchantByEmail } from './merchant.queries.ts';
import { normalizeEmail } from './merchant.ts';

/** As for log-in: attempts a minute for an account from one network. */
const ATTEMPTS_PER_MINUTE = 5;
/** Far above what mailing a link takes. */
const ANSWERS_AFTER_MS = 100;

const errors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  longEmail: [400, `Email cannot exceed ${MAX_EMAIL_LENGTH} characters`],
});

/** Mails a link that sets a new password; the answer is the same for an address without account. */
export const requestPasswordReset = action({
  path: 'merchant/request-password-reset',
  summary: 'Mail a link that sets a new password',
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
    // Too many mails are told by nothing either: only an account can have had them.
    if (merchant) await mailAccountLink(tx, 'reset_password', merchant, ports, now);
    return { data: { requested: true } };
  },
});
