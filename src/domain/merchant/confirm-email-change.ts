import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { linkToken } from '../../contract/input.ts';
import { violatesUnique } from '../../database/constraint.ts';
import { encodeId } from '../../kit/id.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { joinInvitedStores } from '../store-merchant/join-invited-stores.ts';
import { notifyAccount } from './account-notice.ts';
import { confirmChange, ONE_ACCOUNT_PER_EMAIL, replaceEmail } from './email-change.queries.ts';
import { findMerchant } from './merchant.queries.ts';
import { lockOwnAccount } from './own-account.ts';

const errors = errorTable('user', {
  missingToken: [400, 'Missing required field: token'],
  invalidToken: [400, 'Link is invalid or has expired, request a new one'],
  emailTaken: [400, 'Email is already registered'],
});

/** Confirms an email change with one of the two mailed links; the second one completes it. */
export const confirmEmailChange = action({
  path: 'merchant/confirm-email-change',
  summary: "Confirm the account's new email address with a mailed link",
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({ token: linkToken(errors.missingToken, errors.invalidToken) }),
  output: z.object({ newEmail: z.string(), isComplete: z.boolean() }),
  handle: async ({ input, caller, tx, now }) => {
    const { merchantId } = caller;
    await lockOwnAccount(tx, caller);
    const [change] = await confirmChange(tx, merchantId, secretCodeHash(input.token), now);
    if (!change) throw errors.invalidToken();
    const audit = { subjectType: 'merchant', subjectId: encodeId('MER', merchantId) };
    if (!change.isComplete) return { data: change, audit };
    const [before] = await findMerchant(tx, merchantId);
    const [merchant] = await replaceEmail(tx, merchantId, change.newEmail, now).catch(
      (error: unknown) => {
        throw violatesUnique(error, ONE_ACCOUNT_PER_EMAIL) ? errors.emailTaken() : error;
      },
    );
    if (!merchant || !before) throw new Error('Dashboard session has no merchant');
    await joinInvitedStores(tx, caller, { path: confirmEmailChange.path, input }, now);
    const content = { newEmail: merchant.email };
    await notifyAccount(tx, 'account.email_changed', before, content, now);
    await notifyAccount(tx, 'account.email_changed', merchant, content, now);
    return { data: change, audit };
  },
});
