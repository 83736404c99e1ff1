import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { subscriptionProductView, viewSubscriptionProduct } from '../product/product.ts';
import { publishProduct, refusalRows } from '../product/publish.ts';

const errors = errorTable('product', {
  missingMerchant: [400, 'Missing header: x-context-merchant-id'],
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('PROD')],
  ...refusalRows,
  unauthorized: [401, 'Unauthorized', 'gateway'],
  notFound: [404, 'Product not found'],
  sourceNotFound: [404, 'Source version not found'],
  internal: [500, 'Internal server error', 'gateway'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Copies the test version to production, the first time only
 * (docs/contract/subscription-products.md#publish-product).
 */
export const publishSubscriptionProduct = action({
  path: 'subscription-product/publish-product',
  summary: 'Publish a subscription product to production (owner or admin)',
  auth: MERCHANT,
  environment: 'forbidden',
  errors,
  input: z.object({ id: requiredId('PROD', errors.missingId, errors.malformedId) }),
  output: z.object({ product: subscriptionProductView }),
  handle: async ({ input, ...writer }) => {
    const { product, audit } = await publishProduct(writer, 'subscription', input.id, errors);
    return { data: { product: viewSubscriptionProduct(product) }, audit };
  },
});
