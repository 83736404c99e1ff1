import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { requiredEmail } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { requestEmailChange } from './email-change.ts';
import { findMerchantByEmail } from './merchant.queries.ts';
import { ownAccount } from './merchant.ts';
import { sentPassword } from './new-password.ts';
import { lockOwnAccount } from './own-account.ts';
import { checkOwnPassword, OWN_PASSWORD_TRIES } from './own-password.ts';

const errors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  missingPassword: [400, 'Missing required field: password'],
  wrong: [403, 'Password is wrong'],
  emailTaken: [400, 'Email is already registered'],
  tooManyMails: [429, 'Too many mails were sent to this address, try again in an hour'],
});

/** Asks both addresses to confirm a change, which takes effect once both have. */
export const changeEmail = action({
  path: 'merchant/change-email',
  summary: 'Request a new email address for the account, confirmed at both addresses',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  attempts: [OWN_PASSWORD_TRIES],
  hashesPassword: true,
  errors,
  input: z.object({
    email: requiredEmail(errors.missingEmail, errors.invalidEmail),
    password: sentPassword(errors.missingPassword, errors.wrong),
  }),
  output: z.object({ confirmAt: z.array(z.string()) }),
  prepare: (context) => checkOwnPassword(context, context.input.password, errors.wrong),
  handle: async ({ input, caller, tx, now, ports }) => {
    await lockOwnAccount(tx, caller);
    // Its address may have changed since the password was checked.
    const account = await ownAccount(tx, caller.merchantId);
    const [taken] = await findMerchantByEmail(tx, input.email);
    if (taken) throw errors.emailTaken();
    const confirmAt = await requestEmailChange(tx, account, input.email, ports, errors, now);
    return {
      data: { confirmAt },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', account.id) },
    };
  },
});
