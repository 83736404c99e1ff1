import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { notifyAccount } from './account-notice.ts';
import { ownAccount } from './merchant.ts';
import { lockOwnAccount } from './own-account.ts';
import { hasSecondFactor } from './second-factor.queries.ts';
import { giveRecoveryCodes } from './second-factor.ts';

const errors = errorTable('user', {
  notOn: [400, 'Two-factor login is off'],
});

/** Creates new recovery codes and returns them once; the earlier ones stop working. */
export const renewRecoveryCodes = action({
  path: 'merchant/renew-recovery-codes',
  summary: 'Replace the recovery codes with new ones',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  stepUp: 'always',
  errors,
  input: z.object({}),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  handle: async ({ caller, tx, now }) => {
    const { merchantId } = caller;
    await lockOwnAccount(tx, caller);
    if (!(await hasSecondFactor(tx, merchantId))) throw errors.notOn();
    const recoveryCodes = await giveRecoveryCodes(tx, merchantId, now);
    const account = await ownAccount(tx, merchantId);
    await notifyAccount(tx, 'account.recovery_codes_renewed', account, {}, now);
    return {
      data: { recoveryCodes },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', merchantId) },
    };
  },
});
