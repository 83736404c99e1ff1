import { raw, sql } from '../../database/database.ts';
import { inEnvironment, MERCHANTS, merchants, ownedByStore } from '../access.ts';
import type { Access, Entity, Field, Join, ObjectType, Row } from '../description.ts';
import { amount, flag, metadata, part, plain, shortId, text, time } from '../fields.ts';
import type { Reader } from '../scope.ts';
import { historyFields, notesField, subjectsOfOrder } from './history.ts';

const email = (row: string) => `${row}.buyer_email`;
const currency = (row: string) => `${row}.currency`;

const billingDetail: ObjectType = {
  name: 'BillingDetail',
  description: 'The order’s billing details.',
  fields: {
    country: plain('ISO 3166-1 alpha-2 code.', (row) => `${row}.billing_detail->>'country'`),
    isBusiness: flag(
      'Whether the buyer is a business.',
      (row) => `(${row}.billing_detail->>'isBusiness')::boolean`,
      { filter: false },
    ),
    postcode: plain('Postal code.', (row) => `${row}.billing_detail->>'postcode'`),
    state: plain('State or province.', (row) => `${row}.billing_detail->>'state'`),
    businessName: plain('Name of the business.', (row) => `${row}.billing_detail->>'businessName'`),
    taxId: plain('Tax ID of the business.', (row) => `${row}.billing_detail->>'taxId'`),
  },
};

/** Fields of an amount with its tax; `minor` returns SQL for each in minor units. */
export function taxedAmount(
  minor: Readonly<Record<'subtotal' | 'taxAmount' | 'total', (row: string) => string>>,
  taxCategory: (row: string) => string,
): Record<'subtotal' | 'taxAmount' | 'total' | 'taxCategory', Field> {
  const required = { required: true } as const;
  return {
    subtotal: amount('Before tax, a decimal string.', minor.subtotal, currency, required),
    taxAmount: amount('Tax, a decimal string.', minor.taxAmount, currency, required),
    total: amount('With tax, a decimal string.', minor.total, currency, required),
    taxCategory: plain('Tax category.', taxCategory, required),
  };
}

/** Amounts charged and refunded for an order. */
const paid = (row: string) => `(select coalesce(sum(money.amount_minor), 0) from payment money
  where money.store_id = ${row}.store_id and money.order_id = ${row}.id
    and money.status = 'succeeded')`;
const refunded = (row: string) => `(select coalesce(sum(back.amount_minor), 0) from refund back
  join payment money on money.store_id = back.store_id and money.id = back.payment_id
  where money.store_id = ${row}.store_id and money.order_id = ${row}.id
    and back.status = 'succeeded')`;

export const orderTotals = taxedAmount(
  {
    subtotal: (row) => `${row}.subtotal_minor`,
    taxAmount: (row) => `${row}.tax_minor`,
    total: (row) => `${row}.total_minor`,
  },
  (row) => `${row}.tax_category`,
);

const orderAmount = (name: string, minor: (row: string) => string): ObjectType => ({
  name,
  description: 'An amount of an order, for clients that show amounts in minor units.',
  fields: {
    amount: plain('In the currency’s minor unit, as text.', (row) => `${minor(row)}::text`, {
      required: true,
    }),
    currency: plain('ISO 4217 code.', currency, { required: true }),
    display: amount('Decimal string in the major unit.', minor, currency, { required: true }),
  },
});

/** The separate amounts of an order, in minor units like a payment's. */
export const orderAmounts: Readonly<Record<string, Field>> = {
  subtotal: part(
    orderAmount('OrderSubtotal', (row) => `${row}.subtotal_minor`),
    'Before tax.',
    { required: true },
  ),
  taxAmount: part(
    orderAmount('OrderTaxAmount', (row) => `${row}.tax_minor`),
    'Tax.',
    { required: true },
  ),
  total: part(
    orderAmount('OrderTotal', (row) => `${row}.total_minor`),
    'With tax.',
    { required: true },
  ),
};

/** A merchant's orders in the environment; a buyer's own. */
const orderAccess: Readonly<Partial<Record<Reader, Access>>> = {
  ...merchants(inEnvironment),
  token: { where: (row, { orders }) => sql`${raw(row)}.id = any(${orders})` },
};

/** Fields that all types of orders share. */
export const orderFields: Readonly<Record<string, Field>> = {
  id: shortId('ORD', 'Short ID, `ORD_xxx`.', (row) => `${row}.id`, { required: true }),
  storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, { required: true }),
  status: text('State of the order.', (row) => `${row}.status`, { required: true }),
  currency: text('ISO 4217 code.', currency, { required: true }),
  testMode: flag('True in test.', (row) => `(${row}.environment = 'test')`, { required: true }),
  buyerEmail: {
    ...text('The buyer’s email address.', email, { required: true }),
    filter: { by: 'string', value: email, isIndexedLower: true },
  },
  merchantProvidedBuyerIdentity: text(
    'The merchant’s identity for the buyer, from the session token.',
    (row) => `${row}.buyer_identity`,
  ),
  orderMerchantExternalId: text(
    'The merchant’s own ID, set at checkout.',
    (row) => `${row}.merchant_external_id`,
  ),
  productId: shortId('PROD', 'The product, `PROD_xxx`.', (row) => `${row}.product_id`, {
    required: true,
  }),
  billingCountry: text(
    'Billing country, ISO 3166-1 alpha-2.',
    (row) => `${row}.billing_detail->>'country'`,
  ),
  paidAmount: amount('Amount charged by its payments, a decimal string.', paid, currency, {
    required: true,
  }),
  refundedAmount: amount('Refunded amount, a decimal string.', refunded, currency, {
    required: true,
  }),
  netAmount: amount(
    'Amount charged minus amount refunded, a decimal string.',
    (row) => `(${paid(row)} - ${refunded(row)})`,
    currency,
    { required: true },
  ),
  metadata: metadata(
    'JSON text of the merchant’s own values from the checkout session.',
    (row) => row,
    { readers: MERCHANTS },
  ),
  billingDetail: part(billingDetail, 'Billing details.', { required: true }),
  ...historyFields(subjectsOfOrder, email),
  notes: notesField((row, target) => `${target}.order_id = ${row}.id`),
  createdAt: time('When it was created.', (row) => `${row}.created_at`, { required: true }),
  updatedAt: time('When it last changed.', (row) => `${row}.updated_at`, { required: true }),
};

/** What the entities of all orders share. */
export const orderEntity = {
  ...ownedByStore,
  table: 'orders',
  joins: [{ table: 'subscription', as: 's', on: (row: string) => `${row}_s.order_id = ${row}.id` }],
  prefix: 'ORD',
  access: orderAccess,
  amount: { minor: (row: string) => `${row}.total_minor`, currency },
} as const satisfies Partial<Entity>;

/** The row's order, joined as `_o`; `id` is SQL for its ID. */
export const orderJoin = (id: (row: Row) => string): Join => ({
  table: 'orders',
  as: 'o',
  on: (row) => `${row}_o.id = ${id(row)} and ${row}_o.environment = ${row}.environment`,
});

/** Fields of entities whose order is joined as `_o`. */
export const billingCountryOfOrder = text(
  'Billing country of the order, ISO 3166-1 alpha-2.',
  (row) => `${row}_o.billing_detail->>'country'`,
);
export const fieldsOfOrder: ObjectType['fields'] = {
  buyerEmail: {
    ...text('The buyer’s email address.', (row) => `${row}_o.buyer_email`, { required: true }),
    filter: { by: 'string', value: (row) => `${row}_o.buyer_email`, isIndexedLower: true },
  },
  productId: shortId('PROD', 'The product, `PROD_xxx`.', (row) => `${row}_o.product_id`, {
    required: true,
  }),
  billingCountry: billingCountryOfOrder,
};
