import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { ActionError, errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { leaveToCommit } from '../../database/database.ts';
import { removeOthers } from '../store-merchant/owner.queries.ts';
import { countBlockers } from './blockers.queries.ts';
import { BLOCKERS, type BlockerCounts } from './blockers.ts';
import { findRoleOrStranger, lockStoreRole, markStoreDeleted } from './store.queries.ts';
import { storeView, viewStore } from './store.ts';
import { refuseTestKey } from './test-key.ts';

const errors = errorTable('store', {
  missingMerchant: [400, 'Missing merchantId in request context'],
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('STO')],
  forbidden: [403, 'Not authorized to delete this store, only owner can delete'],
  notFound: [404, 'Store not found'],
});

/** Soft-deletes a store that nothing blocks (docs/contract/stores.md#delete-store). */
export const deleteStore = action({
  path: 'store/delete-store',
  summary: 'Delete a store (owner only)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({ id: requiredId('STO', errors.missingId, errors.malformedId) }),
  output: z.object({ store: storeView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const [found] = await findRoleOrStranger(tx, input.id, caller.merchantId);
    if (!found) throw errors.notFound();
    if (found.role !== 'owner') throw errors.forbidden();
    // Check again under the lock: the store may have been deleted or the role removed since.
    const [member] = await lockStoreRole(tx, input.id, caller.merchantId);
    if (!member) throw errors.notFound();
    if (member.role !== 'owner') throw errors.forbidden();
    await refuseTestKey(tx, { caller, ports }, input.id);
    refuseBlockers(await countBlockers(tx, input.id));
    const [store] = await markStoreDeleted(tx, input.id, now);
    if (!store) throw errors.notFound();
    leaveToCommit(removeOthers(tx, input.id));
    return { data: { store: viewStore(store) } };
  },
});

/**
 * Throws 409 with one entry per blocking category (docs/contract/stores.md#delete-store).
 */
function refuseBlockers(counts: BlockerCounts): void {
  const entries = BLOCKERS.filter(({ reason }) => counts[reason] > 0).map(
    ({ reason, message, aiHint }) => ({
      message: message(counts[reason]),
      layer: 'store' as const,
      reason,
      count: counts[reason],
      aiHint,
    }),
  );
  if (entries.length > 0) throw new ActionError(409, entries);
}
