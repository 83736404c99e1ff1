import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { addProduct } from '../product/add-product.ts';
import { contentFields, contentRows } from '../product/content-input.ts';
import { onetimeProductView, viewOnetimeProduct } from '../product/product.ts';

const errors = errorTable('product', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedId: [400, 'Invalid ID format'],
  missingName: [400, 'Missing required field: name'],
  noPrices: [400, 'Prices must have at least one currency'],
  invalidCurrency: [400, 'Invalid currency code'],
  invalidAmount: [400, 'Invalid amount'],
  storeNotFound: [404, 'Store not found', 'store'],
  internal: [500, 'Internal server error', 'gateway'],
  ...contentRows,
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Creates a one-time product in the credential's environment
 * (docs/contract/onetime-products.md#create-product).
 */
export const createOnetimeProduct = action({
  path: 'onetime-product/create-product',
  summary: 'Create a one-time product (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedId),
    ...contentFields(errors),
  }),
  output: z.object({ product: onetimeProductView }),
  handle: async (context) => {
    const product = await addProduct(context, 'onetime', context.input, errors);
    return { data: { product: viewOnetimeProduct(product) } };
  },
});
