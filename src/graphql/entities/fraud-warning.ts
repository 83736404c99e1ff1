import { MERCHANTS } from '../access.ts';
import type { Field, ObjectType } from '../description.ts';
import { items, plain, time } from '../fields.ts';

const fraudWarning: ObjectType = {
  name: 'FraudWarning',
  description:
    'The buyer’s bank suspects that a payment is fraud. A refund usually prevents a dispute.',
  fields: {
    reason: plain('The bank’s reason, such as `made_with_stolen_card`.', (row) => `${row}.reason`, {
      required: true,
    }),
    createdAt: time('When it was reported.', (row) => `${row}.created_at`, { required: true }),
  },
};

/** The fraud warnings of a payment, for merchants only. */
export const fraudWarningsOfPayment: Field = {
  ...items(
    fraudWarning,
    'Warnings of the buyer’s bank that it may be fraud, newest first.',
    (row, item) => `(select * from fraud_warning warned
      where warned.store_id = ${row}.store_id and warned.payment_id = ${row}.id) ${item}`,
    (item) => `${item}.created_at desc, ${item}.id desc`,
  ),
  readers: MERCHANTS,
};
