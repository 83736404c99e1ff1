import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { knownEmail } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { lockMerchant } from '../api-key/api-key.queries.ts';
import { recordOperatorAct } from '../audit/record-operator-act.ts';
import { notifyAccount } from './account-notice.ts';
import { findMerchantByEmail } from './merchant.queries.ts';
import { deletePasskeys } from './passkey.queries.ts';
import { deleteSecondFactor, hasSecondFactor } from './second-factor.queries.ts';
import { endSessions } from './session.queries.ts';

const errors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  notFound: [404, 'Merchant not found'],
  notOn: [400, 'Two-factor login is off'],
});

/** For an account that lost every second factor: afterwards the password alone logs in. */
export const removeSecondFactor = action({
  path: 'merchant/remove-second-factor',
  summary: 'Turn two-factor login off for an account (operator)',
  auth: ['operator'],
  environment: 'none',
  errors,
  input: z.object({
    email: knownEmail(errors.missingEmail, errors.notFound),
  }),
  output: z.object({ merchantId: z.string(), endedSessions: z.number() }),
  replayable: false,
  handle: async ({ input, tx, now }) => {
    const [account] = await findMerchantByEmail(tx, input.email);
    if (!account) throw errors.notFound();
    await lockMerchant(tx, account.id);
    if (!(await hasSecondFactor(tx, account.id))) throw errors.notOn();
    await deletePasskeys(tx, account.id);
    await deleteSecondFactor(tx, account.id);
    // Anyone who has the lost phone may still be logged in on it.
    const ended = await endSessions(tx, account.id, null);
    await notifyAccount(tx, 'account.second_factor_removed', account, {}, now);
    const merchantId = encodeId('MER', account.id);
    const subject = { subjectType: 'merchant', subjectId: merchantId };
    const act = { storeId: null, ...subject, details: {} };
    await recordOperatorAct(tx, account.id, act, removeSecondFactor.path, now);
    return { data: { merchantId, endedSessions: ended.length } };
  },
});
