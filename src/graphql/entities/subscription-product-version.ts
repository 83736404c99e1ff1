import type { Entity } from '../description.ts';
import { one, text } from '../fields.ts';
import { versionEntity } from './product-version.ts';

export const subscriptionProductVersion: Entity = versionEntity(
  'subscription',
  {
    name: 'SubscriptionProductVersion',
    description: 'A version of a subscription product. Versions never change.',
    list: 'subscriptionProductVersions',
  },
  one('SubscriptionProduct', 'Its product.', (row, target) => `${target}.id = ${row}.product_id`),
  {
    billingPeriod: text(
      '`weekly`, `monthly`, `quarterly` or `yearly`.',
      (row) => `${row}.billing_period`,
      { required: true },
    ),
  },
);
