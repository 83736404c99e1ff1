import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { deleteMember, ownsStore } from './store-merchant.queries.ts';
import { requireManager } from './store-merchant.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingMerchantId: [400, 'Missing required field: merchantId'],
  malformedMerchantId: [400, expectedFormat('MER')],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  ownerStays: [400, 'The owner of a store cannot be removed'],
  merchantNotFound: [404, 'Merchant not found'],
});

/**
 * Removes a merchant's role on a store, effective as soon as this call returns
 * (docs/contract/authentication.md).
 */
export const removeMerchant = action({
  path: 'store-merchant/remove-merchant',
  summary: 'Remove a merchant from a store (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  stepUp: 'always',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    merchantId: requiredId('MER', errors.missingMerchantId, errors.malformedMerchantId),
  }),
  output: z.object({ message: z.string(), removedAt: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId, merchantId } = input;
    await requireManager(tx, storeId, { caller, ports }, errors);
    const [removed] = await deleteMember(tx, storeId, merchantId);
    if (!removed) {
      const isOwner = await ownsStore(tx, storeId, merchantId);
      throw isOwner ? errors.ownerStays() : errors.merchantNotFound();
    }
    return {
      data: { message: 'Merchant removed from store', removedAt: toIso(now) },
      audit: {
        subjectType: 'merchant',
        subjectId: encodeId('MER', merchantId),
        details: { role: removed.role },
      },
    };
  },
});
