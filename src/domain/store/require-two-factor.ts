import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { notifyAccount } from '../merchant/account-notice.ts';
import { requireLiveCredential } from '../merchant/credential.queries.ts';
import { hasSecondFactor } from '../merchant/second-factor.queries.ts';
import { lockMembership } from '../store-merchant/store-merchant.queries.ts';
import { listMembersWithoutFactor, setTwoFactorRequired } from './require-two-factor.queries.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingRequired: [400, 'Missing required field: required'],
  invalidRequired: [400, 'Invalid required, must be true or false'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Store not found'],
  ownFactor: [400, 'Turn on two-factor login for your own account first'],
});

/** Turns required two-factor login for members on or off (docs/contract/members.md#two-factors). */
export const requireTwoFactor = action({
  path: 'store/require-two-factor',
  summary: "Require two-factor login of a store's members (owner only)",
  auth: ['dashboard'],
  environment: 'none',
  stepUp: 'always',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    required: z.boolean({
      error: ({ input }) => (input == null ? errors.missingRequired : errors.invalidRequired).code,
    }),
  }),
  output: z.object({
    storeId: z.string(),
    required: z.boolean(),
    membersWithout: z.array(z.string()),
  }),
  handle: async ({ input: { storeId, required }, caller, tx, now }) => {
    const [member] = await lockMembership(tx, storeId, caller.merchantId);
    if (!member) throw errors.notFound();
    if (member.role !== 'owner') throw errors.forbidden();
    await requireLiveCredential(tx, caller);
    if (required && !(await hasSecondFactor(tx, caller.merchantId))) throw errors.ownFactor();
    const [changed] = await setTwoFactorRequired(tx, storeId, required, now);
    const without = required ? await listMembersWithoutFactor(tx, storeId) : [];
    // In one order, in which stores with the same members count their mails: neither waits in turn.
    const byAddress = without.toSorted((a, b) => (a.email < b.email ? -1 : 1));
    for (const account of changed ? byAddress : []) {
      const content = { requiredBy: account.storeName };
      await notifyAccount(tx, 'account.second_factor_required', account, content, now);
    }
    return {
      data: {
        storeId: encodeId('STO', storeId),
        required,
        membersWithout: without.map(({ email }) => email),
      },
      audit: { storeId, subjectType: 'store', details: { required } },
    };
  },
});
