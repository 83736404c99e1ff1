import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { ifUnmodifiedSince, staleRows } from '../../contract/if-unmodified-since.ts';
import { requiredId } from '../../contract/input.ts';
import { billingPeriodInput } from '../product/billing-period.ts';
import { contentFields, contentRows } from '../product/content-input.ts';
import { subscriptionProductView, viewSubscriptionProduct } from '../product/product.ts';
import { reviseProduct } from '../product/revise-product.ts';
import { refuseTrialInVain, trialRows } from '../product/trial.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('PROD')],
  missingName: [400, 'Missing required field: name'],
  invalidBillingPeriod: [
    400,
    'Invalid billingPeriod, must be weekly, monthly, quarterly or yearly',
  ],
  noPrices: [400, 'Prices must have at least one currency'],
  invalidCurrency: [400, 'Invalid currency code'],
  invalidAmount: [400, 'Invalid amount'],
  notFound: [404, 'Product not found'],
  internal: [500, 'Internal server error', 'gateway'],
  ...contentRows,
  ...trialRows,
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  noVersion: [400, (environment) => `Product has no version in ${environment} environment`],
  ...staleRows,
});

const { name, prices, ...optional } = contentFields(errors);

/**
 * Writes a new version in the credential's environment if anything changes
 * (docs/contract/resources.md#product).
 */
export const updateSubscriptionProduct = action({
  path: 'subscription-product/update-product',
  summary: 'Update a subscription product as a new version (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z
    .object({
      id: requiredId('PROD', errors.missingId, errors.malformedId),
      name: name.optional(),
      billingPeriod: billingPeriodInput(errors).optional(),
      prices: prices.optional(),
      ...optional,
      ifUnmodifiedSince,
    })
    // The stored fields are known only under the product's lock; sent fields can be validated here.
    .check(refuseTrialInVain(errors, { whenSent: true })),
  output: z.object({ product: subscriptionProductView }),
  handle: async ({ input, ...writer }) => {
    const { product, audit } = await reviseProduct(writer, 'subscription', input, errors);
    return { data: { product: viewSubscriptionProduct(product) }, audit };
  },
});
