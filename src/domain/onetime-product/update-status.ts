import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { onetimeProductView, PRODUCT_STATUSES, viewOnetimeProduct } from '../product/product.ts';
import { switchProductStatus } from '../product/revise-product.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, 'Invalid ID format'],
  invalidStatus: [400, "Invalid or missing status (must be 'active' or 'inactive')"],
  noVersion: [400, (environment) => `Product has no version in ${environment} environment`],
  notFound: [404, 'Product not found'],
  internal: [500, 'Internal server error', 'gateway'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Activates or deactivates a one-time product in the credential's environment
 * (docs/contract/resources.md#product).
 */
export const updateOnetimeStatus = action({
  path: 'onetime-product/update-status',
  summary: 'Activate or deactivate a one-time product (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({
    id: requiredId('PROD', errors.missingId, errors.malformedId),
    status: z.enum(PRODUCT_STATUSES, { error: errors.invalidStatus.code }),
  }),
  output: z.object({ product: onetimeProductView }),
  handle: async ({ input, ...writer }) => {
    const product = await switchProductStatus(writer, 'onetime', input, errors);
    return { data: { product: viewOnetimeProduct(product) } };
  },
});
