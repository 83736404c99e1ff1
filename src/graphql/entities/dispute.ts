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
