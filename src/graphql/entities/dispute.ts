import { MERCHANTS } from '../access.ts';
import type { Field, ObjectType } from '../description.ts';
import { amount, items, plain, time } from '../fields.ts';

const currency = (row: string) => `${row}.currency`;

const dispute: ObjectType = {
  name: 'Dispute',
  description:
    'A chargeback: the buyer has asked the bank to return a payment. A subscription doesn’t renew while one is open, and ends if it is lost.',
  fields: {
    status: plain('`open`, `won` (by the merchant) or `lost`.', (row) => `${row}.status`, {
      required: true,
    }),
    reason: plain('The bank’s reason, such as `fraudulent`.', (row) => `${row}.reason`, {
      required: true,
    }),
    amount: amount('Disputed amount, a decimal string.', (row) => `${row}.amount_minor`, currency, {
      required: true,
    }),
    currency: plain('ISO 4217 code.', currency, { required: true }),
    respondBy: time(
      'Deadline for the merchant’s response; null once it is closed.',
      (row) => `${row}.respond_by`,
    ),
    createdAt: time('When it was filed.', (row) => `${row}.created_at`, { required: true }),
    closedAt: time('When it was decided.', (row) => `${row}.closed_at`),
  },
};

/** The disputes of a payment, for merchants only. */
export const disputesOfPayment: Field = {
  ...items(
    dispute,
    'Its disputes, newest first.',
    (row, item) => `(select * from dispute filed
      where filed.store_id = ${row}.store_id and filed.payment_id = ${row}.id) ${item}`,
    (item) => `${item}.created_at desc, ${item}.id desc`,
  ),
  readers: MERCHANTS,
};

/** SQL after `from`: the open disputes that keep the row's subscription from renewing. */
const openDisputes = (row: string) => `dispute filed where filed.store_id = ${row}.store_id
  and filed.subscription_order_id = ${row}.id and filed.status = 'open'`;

/**
 * The open disputes that keep a subscription from renewing, for merchants only. A plan change hands
 * them on to the new order.
 */
export const disputesOfSubscription: Field = {
  ...items(
    dispute,
    'The open disputes that keep it from renewing, newest first. They may be of payments for the plan that it replaced.',
    (row, item) => `(select * from ${openDisputes(row)}) ${item}`,
    (item) => `${item}.created_at desc, ${item}.id desc`,
  ),
  readers: MERCHANTS,
};

/**
 * SQL for when the subscription's next step is due. An open dispute stops every step except the end
 * (docs/contract/payments.md#disputes), by the rule of `undisputed`, which reads the state from
 * another row and takes a parameter.
 */
export const nextStepAt = (row: string) => `(case when ${row}.status = 'canceling'
  or not exists (select from ${openDisputes(row)}) then ${row}_s.due_at end)`;
