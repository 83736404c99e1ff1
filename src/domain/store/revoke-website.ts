import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { requireManager } from '../store-merchant/store-merchant.ts';
import { bindWebsite, findStore } from './binding.queries.ts';
import { storeView, viewStore } from './store.ts';
import { deleteWebsiteChallenge } from './website.queries.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notBound: [400, 'Store has no website'],
});

/** Unbinds the website and discards its proof (docs/contract/stores.md). */
export const revokeWebsite = action({
  path: 'store/revoke-website',
  summary: 'Unbind the website (owner or admin)',
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
    const [[before], [forgotten]] = await Promise.all([
      findStore(tx, storeId),
      deleteWebsiteChallenge(tx, storeId),
    ]);
    if (!before?.website && !forgotten) throw errors.notBound();
    const [store] = await bindWebsite(tx, storeId, null, now);
    if (!store) throw errors.storeNotFound();
    return { data: { store: viewStore(store) } };
  },
});
