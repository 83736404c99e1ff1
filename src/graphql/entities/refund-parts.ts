import { raw, sql } from '../../database/database.ts';
import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import type { Entity, Field, ObjectType, Row } from '../description.ts';
import { amount, flag, plain, shortId, time } from '../fields.ts';
import type { Scope } from '../scope.ts';

/** SQL condition that a payment belongs to one of the buyer's own orders. */
export const ofOwnPayment = (id: string, { stores, orders }: Scope) => sql`${raw(id)} in (
  select paid.id from payment paid
  where paid.store_id = any(${stores}) and paid.order_id = any(${orders}))`;

/** Access to refunds and their tickets: buyers read those of their own payments. */
export const ofPayment = {
  ...ownedByStore,
  access: {
    ...merchants(inEnvironment),
    token: {
      where: (row: Row, scope: Scope) => ofOwnPayment(`${row}.payment_id`, scope),
    },
  },
} as const satisfies Partial<Entity>;

/** SQL condition that a customer submitted the ticket. */
export const ofCustomer = (ticket: Row) => `${ticket}.submitter_merchant_id is null`;

/** Fields that refunds and tickets share. */
export const sharedFields: Readonly<Record<string, Field>> = {
  storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, {
    required: true,
  }),
  paymentId: shortId('PAY', 'The payment, `PAY_xxx`.', (row) => `${row}.payment_id`, {
    required: true,
  }),
  testMode: flag('True in test.', (row) => `(${row}.environment = 'test')`, { required: true }),
  createdAt: time('When it was started.', (row) => `${row}.created_at`, { required: true }),
  updatedAt: time('When it last changed.', (row) => `${row}.updated_at`, { required: true }),
};

/** An amount with its currency, for refunds and their requests. */
export function refundAmount(
  name: string,
  description: string,
  minor: (row: string) => string,
  currency: (row: string) => string,
): ObjectType {
  return {
    name,
    description,
    fields: {
      amount: amount('Decimal string in the major unit.', minor, currency, { required: true }),
      currency: plain('ISO 4217 code.', currency, { required: true }),
    },
  };
}
