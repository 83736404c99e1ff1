import type { Entity } from '../description.ts';
import { one, text } from '../fields.ts';
import { productEntity } from './product.ts';

export const subscriptionProduct: Entity = productEntity(
  'subscription',
  {
    name: 'SubscriptionProduct',
    description: 'A product paid for each period, as shown in the credential’s environment.',
    single: 'subscriptionProduct',
    list: 'subscriptionProducts',
  },
  'SubscriptionProductVersion',
  {
    billingPeriod: text(
      '`weekly`, `monthly`, `quarterly` or `yearly`.',
      (row) => `${row}_v.billing_period`,
      { required: true },
    ),
    store: one('Store', 'Its store.'),
    group: one(
      'SubscriptionProductGroup',
      'The group it is in.',
      (row, target) => `${target}.id in (select member.group_id from product_group_member member
        where member.store_id = ${row}.store_id and member.product_id = ${row}.id)`,
    ),
  },
);
