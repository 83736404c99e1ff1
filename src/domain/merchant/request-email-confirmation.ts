import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { mailAccountLink } from './account-link.ts';
import { findMerchant } from './merchant.queries.ts';
import { lockOwnAccount } from './own-account.ts';

const errors = errorTable('user', {
  alreadyConfirmed: [400, 'Email is already confirmed'],
  tooManyMails: [429, 'Too many mails were sent to this address, try again in an hour'],
});

/** Mails another link that confirms the account's address; sign-up mails the first. */
export const requestEmailConfirmation = action({
  path: 'merchant/request-email-confirmation',
  summary: "Mail the link that confirms the account's email address again",
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({}),
  output: z.object({ requested: z.boolean() }),
  handle: async ({ caller, tx, now, ports }) => {
    await lockOwnAccount(tx, caller);
    const [merchant] = await findMerchant(tx, caller.merchantId);
    if (!merchant) throw new Error('Dashboard session has no merchant');
    if (merchant.emailConfirmed) throw errors.alreadyConfirmed();
    const nextAt = await mailAccountLink(tx, 'confirm_email', merchant, ports, now);
    if (nextAt) throw errors.tooManyMails.until(nextAt, now);
    return { data: { requested: true } };
  },
});
