import type { Entity } from '../description.ts';
import { many, one } from '../fields.ts';
import { onetimeOrder } from './onetime-order.ts';
import { orderEntity, orderFields } from './order-parts.ts';
import { subscriptionOrder } from './subscription-order.ts';

export const order: Entity = {
  ...orderEntity,
  name: 'Order',
  description: 'An order of either kind. Select fields of one kind with `... on OnetimeOrder`.',
  list: 'orders',
  variants: {
    tag: (row) => `${row}.kind`,
    types: { onetime: () => onetimeOrder, subscription: () => subscriptionOrder },
  },
  fields: {
    ...orderFields,
    store: one('Store', 'Its store.'),
    payments: many(
      'Payment',
      'Payment attempts, newest first.',
      (row, target) => `${target}.order_id = ${row}.id`,
    ),
  },
};
