import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { onetimeProductView, viewOnetimeProduct } from '../product/product.ts';
import { publishProduct, refusalRows } from '../product/publish.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, 'Invalid ID format'],
  ...refusalRows,
  notFound: [404, 'Product not found'],
  internal: [500, 'Internal server error', 'gateway'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Publishes the test version to production for the first time
 * (docs/contract/onetime-products.md#publish-product).
 */
export const publishOnetimeProduct = action({
  path: 'onetime-product/publish-product',
  summary: 'Publish a one-time product to production (owner or admin)',
  auth: MERCHANT,
  environment: 'forbidden',
  errors,
  input: z.object({ id: requiredId('PROD', errors.missingId, errors.malformedId) }),
  output: z.object({ product: onetimeProductView }),
  handle: async ({ input, ...writer }) => {
    const { product, audit } = await publishProduct(writer, 'onetime', input.id, errors);
    return { data: { product: viewOnetimeProduct(product) }, audit };
  },
});
