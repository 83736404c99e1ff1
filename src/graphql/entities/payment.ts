import { raw, sql } from '../../database/database.ts';
import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import type { Entity, ObjectType } from '../description.ts';
import { amount, flag, integer, many, one, part, plain, shortId, text, time } from '../fields.ts';
import { disputesOfPayment } from './dispute.ts';
import { fraudWarningsOfPayment } from './fraud-warning.ts';
import { historyFields, subjectsOfPayment } from './history.ts';
import { fieldsOfOrder, orderJoin, taxedAmount } from './order-parts.ts';

const currency = (row: string) => `${row}.currency`;
const charged = (row: string) => `${row}.amount_minor`;
/** The order's share of tax in the charged amount. */
const tax = (row: string) =>
  `coalesce(${row}.amount_minor * ${row}_o.tax_minor / nullif(${row}_o.total_minor, 0), 0)`;

const refunded = (row: string) => `(select coalesce(sum(back.amount_minor), 0) from refund back
  where back.store_id = ${row}.store_id and back.payment_id = ${row}.id
    and back.status = 'succeeded')`;

const paymentAmount: ObjectType = {
  name: 'PaymentAmount',
  description: 'Amount charged.',
  fields: {
    amount: plain('In the currency’s minor unit, as text.', (row) => `${charged(row)}::text`, {
      required: true,
    }),
    currency: plain('ISO 4217 code.', currency, { required: true }),
    display: amount('Decimal string in the major unit.', charged, currency, { required: true }),
  },
};

const snapshotAmountDetails: ObjectType = {
  name: 'SnapshotAmountDetails',
  description: 'Amount charged, with the order’s fixed price.',
  fields: {
    currency: plain('ISO 4217 code.', currency, { required: true }),
    ...taxedAmount(
      { subtotal: (row) => `${charged(row)} - ${tax(row)}`, taxAmount: tax, total: charged },
      (row) => `${row}_o.tax_category`,
    ),
    phase: plain(
      '`special` for a trial’s charge, else `regular`.',
      (row) =>
        `case when ${row}.period_number = 1 and ${row}_s.trial_minor is not null then 'special' else 'regular' end`,
      { required: true },
    ),
  },
};

const pspAmountDetails: ObjectType = {
  name: 'PspAmountDetails',
  description: 'Amount booked by the payment provider.',
  fields: {
    amount: amount('Decimal string in the major unit.', charged, currency, { required: true }),
    currency: plain('ISO 4217 code.', currency, { required: true }),
  },
};

const cardInfo: ObjectType = {
  name: 'CardInfo',
  description: 'The charged card.',
  fields: {
    brand: plain('Brand.', (row) => `${row}.card_brand`),
    last4: plain('Last four digits.', (row) => `${row}.card_last4`),
    expMonth: integer('Month of expiry.', (row) => `${row}.card_exp_month`, { filter: false }),
    expYear: integer('Year of expiry.', (row) => `${row}.card_exp_year`, { filter: false }),
  },
};

export const payment: Entity = {
  ...ownedByStore,
  name: 'Payment',
  description: 'One attempt to charge an order.',
  single: 'payment',
  list: 'payments',
  table: 'payment',
  joins: [
    orderJoin((row) => `${row}.order_id`),
    { table: 'subscription', as: 's', on: (row) => `${row}_s.order_id = ${row}.order_id` },
  ],
  prefix: 'PAY',
  access: {
    ...merchants(inEnvironment),
    token: { where: (row, { orders }) => sql`${raw(row)}.order_id = any(${orders})` },
  },
  amount: { minor: charged, currency },
  fields: {
    id: shortId('PAY', 'Short ID, `PAY_xxx`.', (row) => `${row}.id`, { required: true }),
    storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    orderId: shortId('ORD', 'Its order, `ORD_xxx`.', (row) => `${row}.order_id`, {
      required: true,
    }),
    status: text('`pending`, `succeeded`, `failed` or `canceled`.', (row) => `${row}.status`, {
      required: true,
    }),
    refundStatus: text(
      '`none`, `pending`, `refunded` or `failed`.',
      (row) => `${row}.refund_status`,
      { required: true },
    ),
    isFullyRefunded: flag(
      'Whether it has been fully refunded; `refundStatus` includes partial refunds.',
      (row) => `(${charged(row)} > 0 and ${charged(row)} <= ${refunded(row)})`,
      { required: true, filter: false },
    ),
    ...fieldsOfOrder,
    isSubscription: flag(
      'Whether a subscription was charged.',
      (row) => `(${row}_o.kind = 'subscription')`,
      { required: true },
    ),
    refundedAmount: amount('Refunded amount, a decimal string.', refunded, currency, {
      required: true,
    }),
    netAmount: amount(
      'Amount charged minus amount refunded, a decimal string; 0 unless it succeeded.',
      (row) =>
        `(case ${row}.status when 'succeeded' then ${charged(row)} else 0 end - ${refunded(row)})`,
      currency,
      { required: true },
    ),
    currency: text('ISO 4217 code.', currency, { required: true }),
    testMode: flag('True in test.', (row) => `(${row}.environment = 'test')`, { required: true }),
    orderMerchantExternalId: text(
      'The merchant’s own ID for the order.',
      (row) => `${row}_o.merchant_external_id`,
    ),
    periodNumber: integer(
      'Number of the subscription’s period that it pays for.',
      (row) => `${row}.period_number`,
    ),
    amount: part(paymentAmount, 'Amount charged.', { required: true }),
    snapshotAmountDetails: part(snapshotAmountDetails, 'Amount charged, with its tax.', {
      required: true,
    }),
    snapshotDisplayAmount: amount('Decimal string in the major unit.', charged, currency, {
      deprecated: 'Use amount.display.',
    }),
    snapshotDisplayCurrency: plain('ISO 4217 code.', currency, {
      deprecated: 'Use amount.currency.',
    }),
    pspAmountDetails: part(pspAmountDetails, 'Amount booked by the provider.', { required: true }),
    paymentMethod: text('Such as `card` or `wechat`.', (row) => `${row}.method`, {
      required: true,
    }),
    cardInfo: part(
      cardInfo,
      'The card, once known from the provider; null once its buyer was erased.',
      {
        present: (row) => `${row}.card_last4 is not null`,
      },
    ),
    failureReason: text('Why it failed.', (row) => `${row}.failure_reason`),
    paidAt: time('When it succeeded.', (row) => `${row}.paid_at`),
    createdAt: time('When it was started.', (row) => `${row}.created_at`, { required: true }),
    updatedAt: time('When it last changed.', (row) => `${row}.updated_at`, { required: true }),
    onetimeOrder: one(
      'OnetimeOrder',
      'Its order, if it is a one-time order.',
      (row, target) => `${target}.id = ${row}.order_id`,
    ),
    subscriptionOrder: one(
      'SubscriptionOrder',
      'Its order, if it is a subscription.',
      (row, target) => `${target}.id = ${row}.order_id`,
    ),
    ...historyFields(subjectsOfPayment, (row) => `${row}_o.buyer_email`),
    disputes: disputesOfPayment,
    fraudWarnings: fraudWarningsOfPayment,
    refunds: many(
      'Refund',
      'Its refunds, newest first.',
      (row, target) => `${target}.payment_id = ${row}.id`,
    ),
    refundTickets: many(
      'RefundTicket',
      'Requests to refund it, newest first.',
      (row, target) => `${target}.payment_id = ${row}.id`,
    ),
    store: one('Store', 'Its store.'),
  },
};
