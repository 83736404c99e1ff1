import { raw, sql } from '../../database/database.ts';
import { MERCHANTS } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity, ObjectType, ScalarField } from '../description.ts';
import { integer, many, metadata, one, part, plain, shortId, text, time } from '../fields.ts';
import { idMark } from '../marks.ts';
import { billingCountryOfOrder, orderJoin } from './order-parts.ts';
import { ofCustomer, ofPayment, refundAmount, sharedFields } from './refund-parts.ts';

const minor = (row: string) => `${row}.amount_minor`;
const currency = (row: string) => `${row}_v.currency`;

const versionData: ObjectType = {
  name: 'RefundTicketVersionData',
  description: 'What the current version of a ticket requests.',
  fields: {
    reason: plain('Why.', (row) => `${row}_v.reason`, { required: true, bytes: BYTES.reason }),
    requestedAmount: part(
      refundAmount('RefundTicketVersionAmount', 'Amount.', minor, currency),
      'Amount.',
      { required: true },
    ),
  },
};

const requestedAmount = part(
  refundAmount('RefundTicketRequestedAmount', 'Amount requested.', minor, currency),
  'Amount requested.',
  { required: true },
);

/** A customer's identity is any text, a merchant's is an ID. */
const submitter: ScalarField = {
  kind: 'scalar',
  type: 'String',
  description: 'The customer’s identity, or `MER_xxx`.',
  required: true,
  json: (row) => `case when ${ofCustomer(row)}
    then to_json(${row}.submitter_identity)::text
    else ${idMark('MER', `${row}.submitter_merchant_id`)} end`,
};

export const refundTicket: Entity = {
  ...ofPayment,
  access: {
    ...ofPayment.access,
    // A merchant's request is between the merchant and the service: its reason may be a note.
    token: {
      where: (row, scope) => sql`${ofPayment.access.token.where(row, scope)}
        and ${raw(ofCustomer(row))}`,
    },
  },
  name: 'RefundTicket',
  description:
    'A request to refund a payment: `pending`, `under_review`, `approved`, `rejected`, `returned`, `processing`, `succeeded`, `failed`.',
  single: 'refundTicket',
  list: 'refundTickets',
  table: 'refund_ticket',
  joins: [
    {
      table: 'refund_ticket_version',
      as: 'v',
      on: (row) => `${row}_v.ticket_id = ${row}.id and ${row}_v.number = ${row}.version_number`,
    },
    { table: 'payment', as: 'p', on: (row) => `${row}_p.id = ${row}.payment_id` },
    orderJoin((row) => `${row}_p.order_id`),
  ],
  prefix: 'TKT',
  amount: { minor, currency },
  fields: {
    id: shortId('TKT', 'Short ID, `TKT_xxx`.', (row) => `${row}.id`, { required: true }),
    ...sharedFields,
    subjectId: shortId(
      'PAY',
      'The payment, `PAY_xxx`, under the name used by actions and webhooks.',
      (row) => `${row}.payment_id`,
      { required: true },
    ),
    submitterType: plain(
      'Who requested it: `customer` or `merchant`.',
      (row) => `case when ${ofCustomer(row)} then 'customer' else 'merchant' end`,
      { required: true },
    ),
    submitterId: submitter,
    status: text('State of the ticket.', (row) => `${row}.status`, { required: true }),
    reason: text('The current version’s reason.', (row) => `${row}_v.reason`, {
      bytes: BYTES.reason,
    }),
    currency: text('ISO 4217 code.', currency),
    orderId: shortId('ORD', 'The order, `ORD_xxx`.', (row) => `${row}_p.order_id`),
    buyerEmail: text('The buyer’s email address.', (row) => `${row}_o.buyer_email`),
    productId: shortId('PROD', 'The product, `PROD_xxx`.', (row) => `${row}_o.product_id`),
    billingCountry: billingCountryOfOrder,
    requestedAmount,
    requestedAmountDetails: requestedAmount,
    refundTicketMerchantExternalId: text(
      'The merchant’s own ID.',
      (row) => `${row}.merchant_external_id`,
    ),
    versionNumber: integer(
      'Number of the current version, from 1.',
      (row) => `${row}.version_number`,
      {
        required: true,
      },
    ),
    versionData: part(versionData, 'What the current version requests.', { required: true }),
    reviewNote: plain(
      'The reviewer’s note on the current version.',
      (row) => `${row}_v.review_note`,
      { bytes: BYTES.reason },
    ),
    rejectReason: plain(
      'The note with which the current version was rejected.',
      (row) => `case when ${row}_v.decision = 'reject' then ${row}_v.review_note end`,
      { bytes: BYTES.reason },
    ),
    reviewedAt: time('When the current version was reviewed.', (row) => `${row}_v.reviewed_at`),
    executedAt: time('When the refund was carried out.', (row) => `${row}.executed_at`),
    metadata: metadata('JSON text of custom values.', (row) => row, {
      required: true,
      readers: MERCHANTS,
    }),
    payment: one('Payment', 'The payment.', (row, target) => `${target}.id = ${row}.payment_id`),
    versions: many(
      'RefundTicketVersion',
      'Its versions, newest first.',
      (row, target) => `${target}.ticket_id = ${row}.id`,
    ),
    refunds: many(
      'Refund',
      'The resulting refunds, newest first.',
      (row, target) => `${target}.ticket_id = ${row}.id`,
    ),
  },
};
