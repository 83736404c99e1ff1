import type { Environment } from '../../contract/caller.ts';
import { raw, type Sql, sql } from '../../database/database.ts';
import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import type { Entity, ObjectType, Row } from '../description.ts';
import {
  amount,
  flag,
  integer,
  items,
  many,
  plain,
  shortId,
  text,
  texts,
  time,
  uuid,
} from '../fields.ts';
import { notesField } from './history.ts';

/** The customer's orders, through the index of addresses. */
const ordersOf = (row: Row, own: string) =>
  `orders ${own} where ${own}.store_id = ${row}.store_id
    and ${own}.environment = ${row}.environment and lower(${own}.buyer_email) = ${row}.email`;

/** The rolled-up orders and charges of the customer, at most about a minute old. */
const kept = (row: Row) => `buyer_total kept
  where kept.store_id = ${row}.store_id and kept.environment = ${row}.environment
    and kept.buyer = ${row}.email`;

const bought = (row: Row) => ordersOf(row, 'bought');

/** The amount charged in a currency, in minor units. */
const spentIn = (row: Row, _environment: Environment, currency: Sql) => sql`coalesce((
  select sum(kept.amount_minor) from ${raw(kept(row))} and kept.currency = ${currency}::text), 0)`;

const currency = (row: Row) => `${row}.currency`;

const spent: ObjectType = {
  name: 'CustomerSpent',
  description: 'A customer’s charges in one currency.',
  fields: {
    currency: plain('ISO 4217 code.', currency, { required: true }),
    totalAmount: amount('Succeeded payments, a decimal string.', (row) => `${row}.paid`, currency, {
      required: true,
    }),
    refundedAmount: amount(
      'Refunded amount, a decimal string.',
      (row) => `${row}.refunded`,
      currency,
      {
        required: true,
      },
    ),
    netAmount: amount(
      'Amount charged minus amount refunded.',
      (row) => `(${row}.paid - ${row}.refunded)`,
      currency,
      { required: true },
    ),
    paymentCount: integer('Succeeded payments.', (row) => `${row}.payments`, {
      required: true,
      filter: false,
    }),
  },
};

/**
 * Charges by currency. The customer's orders come first: without statistics about the store, the
 * planner would compare each of its payments with each of its orders, for every customer.
 */
const spentRows = (row: Row) => `(
  select money.currency, sum(money.amount_minor) as paid, count(*) as payments, sum((
    select coalesce(sum(back.amount_minor), 0) from refund back
    where back.store_id = money.store_id and back.payment_id = money.id
      and back.status = 'succeeded')) as refunded
  from (select bought.id, bought.store_id from ${ordersOf(row, 'bought')} offset 0) own
  cross join lateral (select * from payment where store_id = own.store_id
    and order_id = own.id and status = 'succeeded' offset 0) money
  group by money.currency)`;

export const customer: Entity = {
  ...ownedByStore,
  name: 'Customer',
  description: 'An email address (case-insensitive) that has ordered from a store.',
  list: 'customers',
  table: 'customer',
  prefix: null,
  access: merchants(inEnvironment),
  sorts: {
    EMAIL: { description: 'Email address.', key: (row) => `${row}.email` },
    ORDERS: {
      description: 'Number of orders, as of a minute ago.',
      key: (row) => `coalesce((select sum(kept.orders) from ${kept(row)}), 0)`,
    },
    SPENT: {
      description:
        'Amount charged before refunds, as of a minute ago; the filter must hold `currency: { eq: "..." }`.',
      keyIn: spentIn,
    },
  },
  filters: {
    currency: {
      description: 'Currency of one of the orders, ISO 4217, as of a minute ago.',
      filter: { by: 'string', value: () => 'kept.currency', some: kept },
    },
    billingCountries: {
      description: 'Billing country of one of the orders, ISO 3166-1 alpha-2.',
      filter: { by: 'string', value: () => `bought.billing_detail->>'country'`, some: bought },
    },
    productId: {
      description: 'Product of one of the orders, `PROD_xxx`.',
      filter: { by: 'id', value: () => 'bought.product_id', some: bought },
      prefix: 'PROD',
    },
    spent: {
      description:
        'Amount charged before refunds, as of a minute ago; the same filter must hold `currency: { eq: "..." }`.',
      filter: { by: 'amount', minorIn: spentIn },
    },
  },
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    storeId: shortId('STO', 'The store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    email: {
      ...text('Email address in lower case.', (row) => `${row}.email`, { required: true }),
      filter: { by: 'string', value: (row) => `${row}.email`, isLower: true },
    },
    testMode: flag('True in test.', (row) => `(${row}.environment = 'test')`, { required: true }),
    orderCount: integer(
      'Orders, including unpaid ones.',
      (row) => `(select count(*) from ${ordersOf(row, 'bought')})`,
      { required: true, filter: false },
    ),
    lastOrderAt: time(
      'When the latest order was created.',
      (row) => `(select max(bought.created_at) from ${ordersOf(row, 'bought')})`,
      { filter: false },
    ),
    billingCountry: plain(
      'Billing country of the latest order, ISO 3166-1 alpha-2.',
      (row) => `(select bought.billing_detail->>'country' from ${ordersOf(row, 'bought')}
        order by bought.created_at desc limit 1)`,
    ),
    billingCountries: texts(
      'Billing countries of the orders, ISO 3166-1 alpha-2, in alphabetical order.',
      (
        row,
      ) => `array(select distinct bought.billing_detail->>'country' from ${ordersOf(row, 'bought')}
        and bought.billing_detail->>'country' is not null order by 1)`,
    ),
    spent: items(
      spent,
      'Charges by currency.',
      (row, item) => `${spentRows(row)} ${item}`,
      (item) => `${item}.currency`,
    ),
    emails: many(
      'EmailDelivery',
      'Emails to the address, newest first.',
      (row, target) => `${target}.recipient_type = 'buyer' and ${target}.to_address in (
          select ${row}.email union select bought.buyer_email from ${ordersOf(row, 'bought')})`,
    ),
    // In the credential's environment, like the customer.
    notes: notesField((row, target) => `${target}.email = ${row}.email`),
    createdAt: time('When the first order was created.', (row) => `${row}.created_at`, {
      required: true,
    }),
  },
};
