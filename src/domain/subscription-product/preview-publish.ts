import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { previewView } from '../product/preview.ts';
import { previewPublish } from '../product/preview-publish.ts';
import { viewSubscriptionProduct } from '../product/product.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('PROD')],
  notFound: [404, 'Product not found'],
});

/** A dry run of publish-product: what would change, and whether it would succeed. */
export const previewPublishSubscriptionProduct = action({
  path: 'subscription-product/preview-publish',
  summary: 'Show what publishing a subscription product would change',
  auth: MERCHANT,
  environment: 'forbidden',
  replayable: false,
  audited: false,
  errors,
  input: z.object({ id: requiredId('PROD', errors.missingId, errors.malformedId) }),
  output: z.object({ preview: previewView }),
  handle: async ({ input, ...reader }) => ({
    data: {
      preview: await previewPublish(
        reader,
        'subscription',
        input.id,
        viewSubscriptionProduct,
        errors,
      ),
    },
  }),
});
