import type { Entity, ObjectType } from '../description.ts';
import { many, one, part, plain } from '../fields.ts';
import { onetimeProduct } from './onetime-product.ts';
import { onetimeProductVersion } from './onetime-product-version.ts';
import { orderEntity, orderFields, orderTotals } from './order-parts.ts';
import { payment } from './payment.ts';
import { store } from './store.ts';

const priceSnapshot: ObjectType = {
  name: 'OnetimePriceSnapshot',
  description: 'The price, frozen when the order was made.',
  fields: {
    currency: plain('ISO 4217 code.', (row) => `${row}.currency`, { required: true }),
    ...orderTotals,
  },
};

export const onetimeOrder: Entity = {
  ...orderEntity,
  name: 'OnetimeOrder',
  description: 'An order that is paid once: `pending`, then `completed` or `canceled`.',
  single: 'onetimeOrder',
  list: 'onetimeOrders',
  only: (row) => `${row}.kind = 'onetime'`,
  fields: {
    ...orderFields,
    priceSnapshot: part(priceSnapshot, 'The price, frozen.', { required: true }),
    onetimeProduct: one(
      () => onetimeProduct,
      'The product as its environment shows it now.',
      (row, target) => `${target}.id = ${row}.product_id`,
    ),
    productVersion: one(
      () => onetimeProductVersion,
      'The version that was sold.',
      (row, target) => `${target}.id = ${row}.product_version_id`,
    ),
    payments: many(
      () => payment,
      'Attempts to pay it, the newest first.',
      (row, target) => `${target}.order_id = ${row}.id`,
    ),
    store: one(
      () => store,
      'Its store.',
      (row, target) => `${target}.id = ${row}.store_id`,
    ),
  },
};
