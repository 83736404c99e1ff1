import type { Entity, ObjectType } from '../description.ts';
import { many, one, part, plain } from '../fields.ts';
import { orderAmounts, orderEntity, orderFields, orderTotals } from './order-parts.ts';

const priceSnapshot: ObjectType = {
  name: 'OnetimePriceSnapshot',
  description: 'The price, fixed when the order was created.',
  fields: {
    currency: plain('ISO 4217 code.', (row) => `${row}.currency`, { required: true }),
    ...orderTotals,
  },
};

const product = one(
  'OnetimeProduct',
  'The product as currently shown in its environment.',
  (row, target) => `${target}.id = ${row}.product_id`,
);

export const onetimeOrder: Entity = {
  ...orderEntity,
  name: 'OnetimeOrder',
  description: 'An order that is paid once: `pending`, then `completed` or `canceled`.',
  single: 'onetimeOrder',
  list: 'onetimeOrders',
  only: (row) => `${row}.kind = 'onetime'`,
  fields: {
    ...orderFields,
    priceSnapshot: part(priceSnapshot, 'The fixed price.', { required: true }),
    ...orderAmounts,
    onetimeProduct: product,
    product: { ...product, deprecated: 'Use onetimeProduct.' },
    productVersion: one(
      'OnetimeProductVersion',
      'The version that was sold.',
      (row, target) => `${target}.id = ${row}.product_version_id`,
    ),
    payments: many(
      'Payment',
      'Payment attempts, newest first.',
      (row, target) => `${target}.order_id = ${row}.id`,
    ),
    store: one('Store', 'Its store.'),
  },
};
