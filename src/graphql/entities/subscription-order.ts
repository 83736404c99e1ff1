import type { Entity, ObjectType } from '../description.ts';
import { flag, integer, many, one, part, plain, shortId, text, time } from '../fields.ts';
import { orderEntity, orderFields, orderTotals, taxedAmount } from './order-parts.ts';

/** Tax is not collected: a trial's total is its price, nothing when it is free. */
const trial = (row: string) => `coalesce(${row}_s.trial_minor, 0)`;

const specialPhase: ObjectType = {
  name: 'SpecialPhase',
  description: 'What the trial costs.',
  fields: taxedAmount(
    { subtotal: trial, taxAmount: () => '0', total: trial },
    (row) => `${row}.tax_category`,
  ),
};

const regularPhase: ObjectType = {
  name: 'RegularPhase',
  description: 'What every period costs.',
  fields: orderTotals,
};

const priceSnapshot: ObjectType = {
  name: 'SubscriptionPriceSnapshot',
  description: 'The price, frozen when the order was made.',
  fields: {
    currency: plain('ISO 4217 code.', (row) => `${row}.currency`, { required: true }),
    specialPhaseDays: integer('Days of the trial; null: none.', (row) => `${row}_s.trial_days`),
    specialPhase: part(specialPhase, 'The trial; null: none.', {
      present: (row) => `${row}_s.trial_days is not null`,
    }),
    regularPhase: part(regularPhase, 'Every period but a trial.', { required: true }),
  },
};

const product = one(
  'SubscriptionProduct',
  'The product as its environment shows it now.',
  (row, target) => `${target}.id = ${row}.product_id`,
);

export const subscriptionOrder: Entity = {
  ...orderEntity,
  name: 'SubscriptionOrder',
  description:
    'An order that is paid every period: `pending`, `active`, `canceling`, `past_due`, then `canceled`, `closed` or `expired`.',
  single: 'subscriptionOrder',
  list: 'subscriptionOrders',
  only: (row) => `${row}.kind = 'subscription'`,
  sorts: {
    CURRENT_PERIOD_END: {
      description: 'When the current period ends; none counts as later than any.',
      key: (row) => `coalesce(${row}_s.period_end, 'infinity'::timestamptz)`,
      isJoined: true,
    },
  },
  fields: {
    ...orderFields,
    billingPeriod: text(
      '`weekly`, `monthly`, `quarterly` or `yearly`.',
      (row) => `${row}_s.billing_period`,
    ),
    priceSnapshot: part(priceSnapshot, 'The price, frozen.', { required: true }),
    currentPeriodStart: time('When the current period began.', (row) => `${row}_s.period_start`),
    currentPeriodEnd: time('When the current period ends.', (row) => `${row}_s.period_end`),
    currentPeriodNumber: integer(
      'Number of the current period: a free trial’s is 0, the first charge’s 1.',
      (row) => `${row}_s.period_number`,
    ),
    canceledAt: time('When cancellation was asked for.', (row) => `${row}_s.canceled_at`),
    cancelAt: time('When cancellation was asked for.', (row) => `${row}_s.canceled_at`, {
      filter: false,
      deprecated: 'Ask for canceledAt; a canceling subscription ends at currentPeriodEnd.',
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
      'The subscription that this order takes the place of by a plan change, or has.',
      (row) => `${row}.change_origin_order_id`,
    ),
    supersededByOrderId: shortId(
      'ORD',
      'The order that took the place of this one, after a plan change.',
      (row) => `${row}.superseded_by_order_id`,
    ),
    scheduledChangeOrderId: shortId(
      'ORD',
      'The pending order that takes the place of this one when its period ends. Cancel it to keep the plan.',
      (row) => `${row}_s.scheduled_order_id`,
    ),
    subscriptionProduct: product,
    product: { ...product, deprecated: 'Ask for subscriptionProduct.' },
    productVersion: one(
      'SubscriptionProductVersion',
      'The version that was sold.',
      (row, target) => `${target}.id = ${row}.product_version_id`,
    ),
    payments: many(
      'Payment',
      'Charges and attempts, the newest first.',
      (row, target) => `${target}.order_id = ${row}.id`,
    ),
    store: one('Store', 'Its store.'),
  },
};
