import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { flag, integer, plain, shortId, text, time, uuid } from '../fields.ts';

/**
 * The line with the unsubscribe link in mails that were stored with it: anyone who has the link can
 * turn off another member's notifications.
 */
const UNSUBSCRIBE_LINE = String.raw`\n\n[^\n]*/notifications/unsubscribe\?token=[^\n]*`;

export const emailDelivery: Entity = {
  ...ownedByStore,
  name: 'EmailDelivery',
  description: 'An email about a store, with its delivery status.',
  list: 'emailDeliveries',
  table: 'email_delivery',
  prefix: null,
  access: merchants(inEnvironment),
  fields: {
    id: uuid('UUID.', (row) => `${row}.id`, { required: true }),
    storeId: shortId('STO', 'The store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    eventType: text('What it is about.', (row) => `${row}.event_type`, { required: true }),
    eventId: text('ID of what it is about.', (row) => `${row}.event_id`),
    recipientType: text('`merchant`, `buyer` or `address`.', (row) => `${row}.recipient_type`, {
      required: true,
    }),
    toAddress: text('Recipient’s address.', (row) => `${row}.to_address`, { required: true }),
    subject: text('Subject line.', (row) => `${row}.subject`, { required: true }),
    body: plain(
      'Text as sent, without its unsubscribe link; null before sending, and if it had a code.',
      (row) => `regexp_replace(${row}.body_text, '${UNSUBSCRIBE_LINE}', '', 'g')`,
      { bytes: BYTES.mail },
    ),
    testMode: flag('True in test.', (row) => `(${row}.environment = 'test')`, { required: true }),
    status: text('`pending`, `success` or `failed`.', (row) => `${row}.status`, { required: true }),
    attemptCount: integer('Attempts so far.', (row) => `${row}.attempt_count`, { required: true }),
    lastAttemptedAt: time('Time of the latest attempt.', (row) => `${row}.last_attempted_at`),
    errorMessage: text('Why the latest attempt failed.', (row) => `${row}.error_message`),
    createdAt: time('When it was written.', (row) => `${row}.created_at`, { required: true }),
  },
};
