import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { ifUnmodifiedSince, staleRows } from '../../contract/if-unmodified-since.ts';
import { requiredId } from '../../contract/input.ts';
import { contentFields, contentRows } from '../product/content-input.ts';
import { onetimeProductView, viewOnetimeProduct } from '../product/product.ts';
import { reviseProduct } from '../product/revise-product.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, 'Invalid ID format'],
  missingName: [400, 'Missing required field: name'],
  noPrices: [400, 'Prices must have at least one currency'],
  invalidCurrency: [400, 'Invalid currency code'],
  invalidAmount: [400, 'Invalid amount'],
  notFound: [404, 'Product not found'],
  internal: [500, 'Internal server error', 'gateway'],
  ...contentRows,
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  noVersion: [400, (environment) => `Product has no version in ${environment} environment`],
  ...staleRows,
});

const { name, prices, ...optional } = contentFields(errors);

/**
 * Writes a new version in the credential's environment if anything changes
 * (docs/contract/resources.md#product).
 */
export const updateOnetimeProduct = action({
  path: 'onetime-product/update-product',
  summary: 'Update a one-time product as a new version (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({
    id: requiredId('PROD', errors.missingId, errors.malformedId),
    name: name.optional(),
    prices: prices.optional(),
    ...optional,
    ifUnmodifiedSince,
  }),
  output: z.object({ product: onetimeProductView }),
  handle: async ({ input, ...writer }) => {
    const { product, audit } = await reviseProduct(writer, 'onetime', input, errors);
    return { data: { product: viewOnetimeProduct(product) }, audit };
  },
});
