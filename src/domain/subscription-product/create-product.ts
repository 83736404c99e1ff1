import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { addProduct } from '../product/add-product.ts';
import { billingPeriodInput } from '../product/billing-period.ts';
import { contentFields, contentRows } from '../product/content-input.ts';
import { subscriptionProductView, viewSubscriptionProduct } from '../product/product.ts';
import { refuseTrialInVain, trialRows } from '../product/trial.ts';

const errors = errorTable('product', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingName: [400, 'Missing required field: name'],
  missingBillingPeriod: [400, 'Missing required field: billingPeriod'],
  invalidBillingPeriod: [
    400,
    'Invalid billingPeriod, must be weekly, monthly, quarterly or yearly',
  ],
  noPrices: [400, 'Prices must have at least one currency'],
  invalidCurrency: [400, 'Invalid currency code'],
  invalidAmount: [400, 'Invalid amount'],
  storeNotFound: [404, 'Store not found', 'store'],
  internal: [500, 'Internal server error', 'gateway'],
  ...contentRows,
  ...trialRows,
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Creates a subscription product in the credential's environment
 * (docs/contract/resources.md#product).
 */
export const createSubscriptionProduct = action({
  path: 'subscription-product/create-product',
  summary: 'Create a subscription product (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z
    .object({
      storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
      billingPeriod: billingPeriodInput(errors),
      ...contentFields(errors),
    })
    .check(refuseTrialInVain(errors)),
  output: z.object({ product: subscriptionProductView }),
  handle: async ({ input, ...writer }) => {
    const product = await addProduct(writer, 'subscription', input, errors);
    return { data: { product: viewSubscriptionProduct(product) } };
  },
});
