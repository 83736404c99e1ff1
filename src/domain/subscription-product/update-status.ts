import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import {
  PRODUCT_STATUSES,
  subscriptionProductView,
  viewSubscriptionProduct,
} from '../product/product.ts';
import { switchProductStatus } from '../product/revise-product.ts';

const errors = errorTable('product', {
  missingMerchant: [400, 'Missing header: x-context-merchant-id'],
  missingEnvironment: [400, 'Missing or invalid header: x-context-environment'],
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('PROD')],
  invalidStatus: [400, "Invalid or missing status (must be 'active' or 'inactive')"],
  noVersion: [400, (environment) => `Product has no version in ${environment} environment`],
  unauthorized: [401, 'Unauthorized', 'gateway'],
  notFound: [404, 'Product not found'],
  versionNotFound: [404, 'Current version not found'],
  internal: [500, 'Internal server error', 'gateway'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Activates or deactivates a subscription product in the credential's environment
 * (docs/contract/subscription-products.md#update-status). Deactivation only blocks new sign-ups:
 * running subscriptions continue.
 */
export const updateSubscriptionStatus = action({
  path: 'subscription-product/update-status',
  summary: 'Activate or deactivate a subscription product (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({
    id: requiredId('PROD', errors.missingId, errors.malformedId),
    status: z.enum(PRODUCT_STATUSES, { error: errors.invalidStatus.code }),
  }),
  output: z.object({ product: subscriptionProductView }),
  handle: async ({ input, ...writer }) => {
    const product = await switchProductStatus(writer, 'subscription', input, errors);
    return { data: { product: viewSubscriptionProduct(product) } };
  },
});
