import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { newId } from '../../kit/id.ts';
import { newSlug } from '../../kit/slug.ts';
import { insertStore } from './store.queries.ts';
import { MAX_STORE_NAME_LENGTH, storeView, viewStore } from './store.ts';

/** Live stores per merchant (docs/contract/limits.md#counts-and-sizes). */
const MAX_STORES = 20;

const errors = errorTable('store', {
  missingMerchant: [400, 'Missing merchantId in request context'],
  missingName: [400, 'Missing required field: name'],
  blankName: [400, 'Store name cannot be empty or contain only whitespace'],
  longName: [400, 'Store name cannot exceed 48 characters'],
  controlName: [400, 'Store name cannot contain control characters'],
  tooManyStores: [
    400,
    'Cannot create more stores. Maximum limit of 20 stores per merchant has been reached.',
  ],
});

/** Creates a store that the caller owns (docs/contract/stores.md#create-store). */
export const createStore = action({
  path: 'store/create-store',
  summary: 'Create a store',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    name: nameText(MAX_STORE_NAME_LENGTH, {
      missing: errors.missingName,
      blank: errors.blankName,
      tooLong: errors.longName,
      control: errors.controlName,
    }),
  }),
  output: z.object({ store: storeView }),
  handle: async ({ input, caller, tx, now }) => {
    const store = {
      id: newId('STO', now),
      name: input.name,
      slug: newSlug(input.name),
      merchantId: caller.merchantId,
      createdAt: now,
    };
    const [created] = await insertStore(tx, store, MAX_STORES);
    if (!created) throw errors.tooManyStores();
    return { data: { store: viewStore(created) } };
  },
});
