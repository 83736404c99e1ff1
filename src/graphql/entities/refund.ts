import type { Entity } from '../description.ts';
import { one, part, shortId, text } from '../fields.ts';
import { fieldsOfOrder, orderJoin } from './order-parts.ts';
import { ofCustomer, ofPayment, refundAmount, sharedFields } from './refund-parts.ts';

const minor = (row: string) => `${row}.amount_minor`;
const currency = (row: string) => `${row}.currency`;

export const refund: Entity = {
  ...ofPayment,
  name: 'Refund',
  description: 'Money returned to a buyer: `pending`, then `succeeded` or `failed`.',
  single: 'refund',
  list: 'refunds',
  table: 'refund',
  joins: [
    // A merchant's ticket is hidden from the buyer, and so is what is read from it here.
    {
      table: 'refund_ticket',
      as: 't',
      on: (row, _environment, reader) =>
        `${row}_t.id = ${row}.ticket_id${reader === 'token' ? ` and ${ofCustomer(`${row}_t`)}` : ''}`,
    },
    { table: 'payment', as: 'p', on: (row) => `${row}_p.id = ${row}.payment_id` },
    orderJoin((row) => `${row}_p.order_id`),
  ],
  prefix: 'REF',
  amount: { minor, currency },
  fields: {
    id: shortId('REF', 'Short ID, `REF_xxx`.', (row) => `${row}.id`, { required: true }),
    ...sharedFields,
    ticketId: shortId(
      'TKT',
      'The ticket that requested it, `TKT_xxx`.',
      (row) => `${row}.ticket_id`,
      {
        required: true,
      },
    ),
    status: text('`pending`, `succeeded` or `failed`.', (row) => `${row}.status`, {
      required: true,
    }),
    currency: text('ISO 4217 code.', currency, { required: true }),
    orderId: shortId('ORD', 'The order, `ORD_xxx`.', (row) => `${row}_p.order_id`, {
      required: true,
    }),
    ...fieldsOfOrder,
    eventId: shortId('REF', 'The `eventId` of its webhooks.', (row) => `${row}.id`, {
      required: true,
    }),
    orderMerchantExternalId: text(
      'The merchant’s own ID for the order.',
      (row) => `${row}_o.merchant_external_id`,
    ),
    refundTicketMerchantExternalId: text(
      'The merchant’s own ID for the ticket; null for buyers if a merchant submitted it.',
      (row) => `${row}_t.merchant_external_id`,
    ),
    failureReason: text('Why it failed.', (row) => `${row}.failure_reason`),
    requestedAmountDetails: part(
      refundAmount('RefundRequestedAmount', 'Amount requested.', minor, currency),
      'Amount requested.',
      { required: true },
    ),
    pspAmountDetails: part(
      refundAmount('RefundPspAmount', 'Amount refunded by the payment provider.', minor, currency),
      'Amount refunded by the payment provider.',
      { required: true },
    ),
    refundTicket: one(
      'RefundTicket',
      'The ticket that requested it.',
      (row, target) => `${target}.id = ${row}.ticket_id`,
    ),
    payment: one('Payment', 'The payment.', (row, target) => `${target}.id = ${row}.payment_id`),
  },
};
