import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { notifyAccount } from './account-notice.ts';
import { ownAccount } from './merchant.ts';
import { lockOwnAccount } from './own-account.ts';
import { deletePasskey } from './passkey.queries.ts';
import { deleteSecondFactor, hasSecondFactor } from './second-factor.queries.ts';
import { endSessions } from './session.queries.ts';

const errors = errorTable('user', {
  missingId: [400, 'Missing required field: id'],
  notFound: [404, 'Passkey not found'],
});

/**
 * Removes a passkey and ends every other session, which may have been opened with it; two-factor
 * login turns off if it was the last second factor.
 */
export const removePasskey = action({
  path: 'merchant/remove-passkey',
  summary: "Remove one of the account's passkeys",
  auth: ['dashboard'],
  environment: 'none',
  stepUp: 'always',
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ removed: z.boolean() }),
  handle: async ({ input, caller, tx, now }) => {
    const { merchantId } = caller;
    await lockOwnAccount(tx, caller);
    const [removed] = isUuid(input.id) ? await deletePasskey(tx, merchantId, input.id) : [];
    if (!removed) throw errors.notFound();
    await endSessions(tx, merchantId, caller.sessionId);
    const account = await ownAccount(tx, merchantId);
    await notifyAccount(tx, 'account.passkey_removed', account, { name: removed.name }, now);
    if (!(await hasSecondFactor(tx, merchantId))) {
      await deleteSecondFactor(tx, merchantId);
      await notifyAccount(tx, 'account.two_factor_off', account, {}, now);
    }
    return { data: { removed: true }, audit: { subjectType: 'passkey', subjectId: input.id } };
  },
});
