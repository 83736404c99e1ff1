import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { newId } from '../../kit/id.ts';
import { hashPassword } from '../../kit/password.ts';
import { mailAccountLink } from './account-link.ts';
import { insertMerchant } from './merchant.queries.ts';
import { merchantView, normalizeEmail, openSession, viewMerchant } from './merchant.ts';
import { newPassword, PASSWORD_LENGTH } from './new-password.ts';

/** Code points of a merchant's name. */
const LONGEST_NAME = 100;

const errors = errorTable('user', {
  closed: [403, 'Sign-up is closed on this service'],
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  missingPassword: [400, 'Missing required field: password'],
  shortPassword: [400, PASSWORD_LENGTH],
  missingName: [400, 'Missing required field: name'],
  longName: [400, `Name cannot exceed ${LONGEST_NAME} characters`],
  controlName: [400, 'Name cannot contain control characters'],
  emailTaken: [400, 'Email is already registered'],
});

/** Creates a merchant's account, logs it in (decisions 12) and mails a link that confirms it. */
export const signUp = action({
  path: 'merchant/sign-up',
  summary: 'Create a merchant account and log in',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({
    email: z
      .string({ error: errors.missingEmail.code })
      .trim()
      .min(1, errors.missingEmail.code)
      .pipe(z.email(errors.invalidEmail.code).max(254, errors.invalidEmail.code)),
    password: newPassword(errors.missingPassword, errors.shortPassword),
    name: nameText(LONGEST_NAME, {
      missing: errors.missingName,
      blank: errors.missingName,
      tooLong: errors.longName,
      control: errors.controlName,
    }),
  }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, ports }) => {
    if (!ports.settings.signUpOpen) throw errors.closed();
    // Hashing takes a fifth of a second: not inside the transaction.
    return hashPassword(input.password);
  },
  handle: async ({ input, prepared: passwordHash, tx, now, ports }) => {
    const [merchant] = await insertMerchant(tx, {
      id: newId('MER', now),
      email: normalizeEmail(input.email),
      name: input.name,
      passwordHash,
      createdAt: now,
    });
    if (!merchant) throw errors.emailTaken();
    await mailAccountLink(tx, 'confirm_email', merchant, ports, now);
    const session = await openSession(tx, merchant.id, now);
    return { data: { merchant: viewMerchant(merchant) }, session };
  },
});
