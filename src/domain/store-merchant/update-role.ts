import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { ownsStore, updateMemberRole } from './store-merchant.queries.ts';
import { givenRole, requireManager } from './store-merchant.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingMerchantId: [400, 'Missing required field: merchantId'],
  malformedMerchantId: [400, expectedFormat('MER')],
  missingRole: [400, 'Missing required field: role'],
  invalidRole: [400, 'Invalid role, must be admin or member'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  ownerStays: [400, 'The role of the owner of a store cannot be changed'],
  merchantNotFound: [404, 'Merchant not found'],
});

/**
 * Changes a member's role on a store, effective as soon as this call returns
 * (docs/contract/authentication.md).
 */
export const updateRole = action({
  path: 'store-merchant/update-role',
  summary: "Change a merchant's role on a store (owner or admin)",
  auth: MERCHANT,
  environment: 'none',
  stepUp: 'always',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    merchantId: requiredId('MER', errors.missingMerchantId, errors.malformedMerchantId),
    role: givenRole(errors.missingRole, errors.invalidRole),
  }),
  output: z.object({
    storeId: z.string(),
    merchantId: z.string(),
    role: z.enum(['admin', 'member']),
    updatedAt: z.string(),
  }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId, merchantId, role } = input;
    const { testOnly } = await requireManager(tx, storeId, { caller, ports }, errors);
    const [updated] = await updateMemberRole(tx, storeId, merchantId, role, testOnly);
    if (!updated) {
      const isOwner = await ownsStore(tx, storeId, merchantId);
      throw isOwner ? errors.ownerStays() : errors.merchantNotFound();
    }
    return {
      data: {
        storeId: encodeId('STO', storeId),
        merchantId: encodeId('MER', merchantId),
        role,
        updatedAt: toIso(now),
      },
      audit: { details: { role } },
    };
  },
});
