import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { passwordMatches } from '../../kit/password.ts';
import { findMerchantByEmail } from './merchant.queries.ts';
import { merchantView, normalizeEmail, openSession, viewMerchant } from './merchant.ts';

/** Decisions 2: log-in attempts a minute per account. */
const ATTEMPTS_PER_MINUTE = 5;
/** Characters; longer passwords are never set. */
const LONGEST_PASSWORD = 200;

const errors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  missingPassword: [400, 'Missing required field: password'],
  wrong: [401, 'Invalid email or password'],
});

/** Opens a dashboard session; an unknown e-mail and a wrong password answer the same. */
export const logIn = action({
  path: 'merchant/log-in',
  summary: 'Log in to the dashboard',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  attemptsPerMinute: { limit: ATTEMPTS_PER_MINUTE, by: ({ email }) => normalizeEmail(email) },
  errors,
  input: z.object({
    email: requiredText(errors.missingEmail),
    password: z
      .string({ error: errors.missingPassword.code })
      .min(1, errors.missingPassword.code)
      .max(LONGEST_PASSWORD, errors.wrong.code),
  }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, transact }) => {
    const [merchant] = await transact((tx) => findMerchantByEmail(tx, normalizeEmail(input.email)));
    // An unknown e-mail costs the same hashing, so time tells nothing.
    const matches = await passwordMatches(input.password, merchant?.passwordHash ?? null);
    if (!merchant || !matches) throw errors.wrong();
    return merchant;
  },
  handle: async ({ prepared: merchant, tx, now }) => ({
    data: { merchant: viewMerchant(merchant) },
    session: await openSession(tx, merchant.id, now),
  }),
});
