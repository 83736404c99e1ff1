import type { Entity, ObjectType } from '../description.ts';
import { flag, integer, many, one, part, plain, shortId, text, time } from '../fields.ts';
import { disputesOfSubscription, nextStepAt } from './dispute.ts';
import { orderEntity, orderFields, orderTotals, taxedAmount } from './order-parts.ts';

/** Tax isn't collected: a trial's total is its price, zero if it is free. */
const trial = (row: string) => `coalesce(${row}_s.trial_minor, 0)`;

const specialPhase: ObjectType = {
  name: 'SpecialPhase',
  description: 'Price of the trial.',
  fields: taxedAmount(
    { subtotal: trial, taxAmount: () => '0', total: trial },
    (row) => `${row}.tax_category`,
  ),
};

const regularPhase: ObjectType = {
  name: 'RegularPhase',
  description: 'Price of each regular period.',
  fields: orderTotals,
};

const priceSnapshot: ObjectType = {
  name: 'SubscriptionPriceSnapshot',
  description: 'The price, fixed when the order was created.',
  fields: {
    currency: plain('ISO 4217 code.', (row) => `${row}.currency`, { required: true }),
    specialPhaseDays: integer(
      'Days of the trial; null if there is none.',
      (row) => `${row}_s.trial_days`,
    ),
    specialPhase: part(specialPhase, 'The trial; null if there is none.', {
      present: (row) => `${row}_s.trial_days is not null`,
    }),
    regularPhase: part(regularPhase, 'Each period other than the trial.', { required: true }),
  },
};

const product = one(
  'SubscriptionProduct',
  'The product as currently shown in its environment.',
  (row, target) => `${target}.id = ${row}.product_id`,
);

export const subscriptionOrder: Entity = {
  ...orderEntity,
  name: 'SubscriptionOrder',
  description:
    'An order paid each period: `pending`, `active`, `canceling`, `past_due`, then `canceled`, `closed` or `expired`.',
  single: 'subscriptionOrder',
  list: 'subscriptionOrders',
  only: (row) => `${row}.kind = 'subscription'`,
  sorts: {
    CURRENT_PERIOD_END: {
      description: 'When the current period ends; orders without one sort as latest.',
      key: (row) => `coalesce(${row}_s.period_end, 'infinity'::timestamptz)`,
      isJoined: true,
    },
    NEXT_STEP_AT: {
      description: 'When the next step is due; orders without one sort as latest.',
      key: (row) => `coalesce(${nextStepAt(row)}, 'infinity'::timestamptz)`,
      isJoined: true,
    },
  },
  fields: {
    ...orderFields,
    billingPeriod: text(
      '`weekly`, `monthly`, `quarterly` or `yearly`.',
      (row) => `${row}_s.billing_period`,
    ),
    priceSnapshot: part(priceSnapshot, 'The fixed price.', { required: true }),
    currentPeriodStart: time('When the current period started.', (row) => `${row}_s.period_start`),
    currentPeriodEnd: time('When the current period ends.', (row) => `${row}_s.period_end`),
    currentPeriodNumber: integer(
      'Number of the current period: a free trial’s is 0, the first charge’s 1.',
      (row) => `${row}_s.period_number`,
    ),
    nextStepAt: time(
      'When the next step is due: a renewal, a plan change, a retry or the end. Null if there is none, as while an open dispute keeps it from renewing.',
      nextStepAt,
      { filter: false },
    ),
    canceledAt: time('When cancellation was requested.', (row) => `${row}_s.canceled_at`),
    cancelAt: time('When cancellation was requested.', (row) => `${row}_s.canceled_at`, {
      filter: false,
      deprecated: 'Use canceledAt; a canceling subscription ends at currentPeriodEnd.',
    }),
    isInTrial: flag(
      'Whether the current period is the trial.',
      (row) =>
        `(${row}.status in ('active', 'canceling') and coalesce(${row}_s.period_end = ${row}_s.trial_end, false))`,
      { required: true },
    ),
    willRenew: flag(
      'Whether another period follows the current one.',
      (row) => `(${row}.status in ('active', 'past_due'))`,
      { required: true },
    ),
    changeOriginOrderId: shortId(
      'ORD',
      'The subscription that this order replaces or has replaced in a plan change.',
      (row) => `${row}.change_origin_order_id`,
    ),
    supersededByOrderId: shortId(
      'ORD',
      'The order that replaced this one in a plan change.',
      (row) => `${row}.superseded_by_order_id`,
    ),
    scheduledChangeOrderId: shortId(
      'ORD',
      'The pending order that will replace this one when its period ends. Cancel it to keep the plan.',
      (row) => `${row}_s.scheduled_order_id`,
    ),
    scheduledChange: one(
      'SubscriptionOrder',
      'The pending order that will replace this one when its period ends.',
      (row, target) => `${target}.id = ${row}_s.scheduled_order_id`,
    ),
    subscriptionProduct: product,
    product: { ...product, deprecated: 'Use subscriptionProduct.' },
    productVersion: one(
      'SubscriptionProductVersion',
      'The version that was sold.',
      (row, target) => `${target}.id = ${row}.product_version_id`,
    ),
    payments: many(
      'Payment',
      'Charges and attempts, newest first.',
      (row, target) => `${target}.order_id = ${row}.id`,
    ),
    disputes: disputesOfSubscription,
    store: one('Store', 'Its store.'),
  },
};
