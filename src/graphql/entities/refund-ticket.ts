import { MERCHANTS } from '../access.ts';
import type { Entity, ObjectType } from '../description.ts';
import { integer, many, one, part, plain, shortId, text, time } from '../fields.ts';
import { payment } from './payment.ts';
import { refund } from './refund.ts';
import { ofPayment, refundAmount, sharedFields } from './refund-parts.ts';
import { refundTicketVersion } from './refund-ticket-version.ts';

const minor = (row: string) => `${row}.amount_minor`;
const currency = (row: string) => `${row}_v.currency`;

const versionData: ObjectType = {
  name: 'RefundTicketVersionData',
  description: 'What the current version of a ticket asks for.',
  fields: {
    reason: plain('Why.', (row) => `${row}_v.reason`, { required: true }),
    requestedAmount: part(
      refundAmount('RefundTicketVersionAmount', 'How much.', minor, currency),
      'How much.',
      { required: true },
    ),
  },
};

export const refundTicket: Entity = {
  ...ofPayment,
  name: 'RefundTicket',
  description:
    'A request to refund a payment: `pending`, `under_review`, `approved`, `rejected`, `returned`, `processing`, `succeeded`, `failed`.',
  single: 'refundTicket',
  list: 'refundTickets',
  table: 'refund_ticket',
  joins: (row) => `left join refund_ticket_version ${row}_v
    on ${row}_v.ticket_id = ${row}.id and ${row}_v.number = ${row}.version_number`,
  prefix: 'TKT',
  amount: { minor, currency },
  fields: {
    id: shortId('TKT', 'Short ID, `TKT_xxx`.', (row) => `${row}.id`, { required: true }),
    ...sharedFields,
    status: text('State of the ticket.', (row) => `${row}.status`, { required: true }),
    reason: text('Why, in the words of the current version.', (row) => `${row}_v.reason`),
    currency: text('ISO 4217 code.', currency),
    requestedAmountDetails: part(
      refundAmount('RefundTicketRequestedAmount', 'What is asked for.', minor, currency),
      'What is asked for.',
      { required: true },
    ),
    refundTicketMerchantExternalId: text(
      'The merchant’s own id.',
      (row) => `${row}.merchant_external_id`,
    ),
    versionNumber: integer(
      'Number of the current version, from 1.',
      (row) => `${row}.version_number`,
      {
        required: true,
      },
    ),
    versionData: part(versionData, 'What the current version asks for.', { required: true }),
    reviewNote: plain(
      'The reviewer’s note on the current version.',
      (row) => `${row}_v.review_note`,
    ),
    rejectReason: plain(
      'The note with which the current version was rejected.',
      (row) => `case when ${row}_v.decision = 'reject' then ${row}_v.review_note end`,
    ),
    reviewedAt: time('When the current version was reviewed.', (row) => `${row}_v.reviewed_at`),
    executedAt: time('When the refund was carried out.', (row) => `${row}.executed_at`),
    metadata: plain('JSON text of own values.', (row) => `${row}.metadata::text`, {
      required: true,
      readers: MERCHANTS,
    }),
    payment: one(
      () => payment,
      'The payment.',
      (row, target) => `${target}.id = ${row}.payment_id`,
    ),
    versions: many(
      () => refundTicketVersion,
      'All that was asked, the newest first.',
      (row, target) => `${target}.ticket_id = ${row}.id`,
    ),
    refunds: many(
      () => refund,
      'The refunds that it led to, the newest first.',
      (row, target) => `${target}.ticket_id = ${row}.id`,
    ),
  },
};
