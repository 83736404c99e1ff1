import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { requireManager } from '../store-merchant/store-merchant.ts';
import { bindSupportEmail, findStore } from './binding.queries.ts';
import { storeView, viewStore } from './store.ts';
import { dropSupportEmailCode } from './support-email.queries.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notBound: [400, 'Store has no support email'],
});

/**
 * Unbinds the support email and withdraws a pending code
 * (docs/contract/notifications.md).
 */
export const revokeSupportEmail = action({
  path: 'store/revoke-support-email',
  summary: 'Unbind the support email (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
  }),
  output: z.object({ store: storeView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId } = input;
    await requireManager(tx, storeId, { caller, ports }, errors);
    const [[before], [dropped]] = await Promise.all([
      findStore(tx, storeId),
      dropSupportEmailCode(tx, storeId),
    ]);
    if (!before?.supportEmail && !dropped) throw errors.notBound();
    const [store] = await bindSupportEmail(tx, storeId, null, now);
    if (!store) throw errors.storeNotFound();
    return { data: { store: viewStore(store) } };
  },
});
