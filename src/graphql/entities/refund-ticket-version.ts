import { raw, sql } from '../../database/database.ts';
import { merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { integer, one, part, plain, text, time, uuid } from '../fields.ts';
import { ofOwnPayment, refundAmount } from './refund-parts.ts';

export const refundTicketVersion: Entity = {
  ...ownedByStore,
  name: 'RefundTicketVersion',
  description: 'A version of a ticket: what was requested and decided.',
  table: 'refund_ticket_version',
  joins: [{ table: 'refund_ticket', as: 't', on: (row) => `${row}_t.id = ${row}.ticket_id` }],
  only: (row, environment) => `${row}_t.environment = '${environment}'`,
  prefix: null,
  order: (row) => `${row}.number desc, ${row}.id desc`,
  access: {
    ...merchants(),
    token: {
      where: (row, scope) => sql`${ofOwnPayment(`${row}_t.payment_id`, scope)}
        and ${raw(row)}_t.submitter_merchant_id is null`,
    },
  },
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    versionNumber: integer('Counted from 1.', (row) => `${row}.number`, { required: true }),
    reason: text('Why.', (row) => `${row}.reason`, { required: true, bytes: BYTES.reason }),
    requestedAmount: part(
      refundAmount(
        'RefundTicketVersionRequest',
        'Amount.',
        (row) => `${row}.amount_minor`,
        (row) => `${row}.currency`,
      ),
      'Amount.',
      { required: true },
    ),
    decision: text(
      '`approve`, `reject` or `return`; null if undecided.',
      (row) => `${row}.decision`,
    ),
    reviewNote: plain('The reviewer’s note.', (row) => `${row}.review_note`, {
      bytes: BYTES.reason,
    }),
    reviewedAt: time('When it was reviewed.', (row) => `${row}.reviewed_at`),
    createdAt: time('When it was submitted.', (row) => `${row}.created_at`, { required: true }),
    reviewedByMerchant: one(
      'Merchant',
      'The reviewer, if still a member of the store.',
      (row, target) => `${target}.id = ${row}.reviewed_by`,
    ),
  },
};
