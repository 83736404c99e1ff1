import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { requiredEmail } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { newId } from '../../kit/id.ts';
import { mailAccountLink } from './account-link.ts';
import { findMerchantByEmail, insertMerchant } from './merchant.queries.ts';
import { MAX_MERCHANT_NAME, merchantView, openSession, viewMerchant } from './merchant.ts';
import { newPassword, PASSWORD_LENGTH } from './new-password.ts';

const errors = errorTable('user', {
  closed: [403, 'Sign-up is closed on this service'],
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  missingPassword: [400, 'Missing required field: password'],
  shortPassword: [400, PASSWORD_LENGTH],
  missingName: [400, 'Missing required field: name'],
  longName: [400, `Name cannot exceed ${MAX_MERCHANT_NAME} characters`],
  controlName: [400, 'Name cannot contain control characters'],
  emailTaken: [400, 'Email is already registered'],
});

/**
 * Creates a merchant's account, logs it in (docs/contract/accounts.md) and mails a link that
 * confirms it.
 */
export const signUp = action({
  path: 'merchant/sign-up',
  summary: 'Create a merchant account and log in',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  hashesPassword: true,
  errors,
  input: z.object({
    email: requiredEmail(errors.missingEmail, errors.invalidEmail),
    password: newPassword(errors.missingPassword, errors.shortPassword),
    name: nameText(MAX_MERCHANT_NAME, {
      missing: errors.missingName,
      blank: errors.missingName,
      tooLong: errors.longName,
      control: errors.controlName,
    }),
  }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, ports, transact, network }) => {
    if (!ports.settings.signUpOpen) throw errors.closed();
    // The response reports a taken email anyway, so the time saved reveals nothing more.
    const [known] = await transact((tx) => findMerchantByEmail(tx, input.email));
    if (known) throw errors.emailTaken();
    // Hashing takes a fifth of a second, so it is done outside the transaction.
    return ports.passwords.hash(input.password, network);
  },
  handle: async ({ input, prepared: passwordHash, caller, tx, now, ports }) => {
    const [merchant] = await insertMerchant(tx, {
      id: newId('MER', now),
      email: input.email,
      name: input.name,
      passwordHash,
      createdAt: now,
    });
    if (!merchant) throw errors.emailTaken();
    await mailAccountLink(tx, 'confirm_email', merchant, ports, now);
    const { secret } = await openSession(tx, merchant.id, caller.client, now);
    return { data: { merchant: viewMerchant(merchant) }, session: secret };
  },
});
