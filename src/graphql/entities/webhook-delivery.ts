import { merchants, ownedByStore } from '../access.ts';
import { BYTES } from '../bytes.ts';
import type { Entity } from '../description.ts';
import { flag, integer, one, plain, shortId, text, time, uuid } from '../fields.ts';

export const webhookDelivery: Entity = {
  ...ownedByStore,
  name: 'WebhookDelivery',
  description: 'The delivery of an event to a webhook: `pending`, `success`, `failed`.',
  list: 'webhookDeliveries',
  table: 'webhook_delivery',
  joins: [
    { table: 'event', as: 'e', on: (row) => `${row}_e.id = ${row}.event_id` },
    { table: 'webhook', as: 'w', on: (row) => `${row}_w.id = ${row}.webhook_id` },
  ],
  only: (row, environment) => `${row}_e.environment = '${environment}'`,
  prefix: null,
  access: merchants(),
  fields: {
    id: uuid(
      'UUID; the action `webhook-delivery/resend-delivery` takes it.',
      (row) => `${row}.id`,
      {
        required: true,
      },
    ),
    storeId: shortId('STO', 'Its store, `STO_xxx`.', (row) => `${row}.store_id`, {
      required: true,
    }),
    webhookId: uuid('The webhook; null if removed since.', (row) => `${row}.webhook_id`),
    eventType: text('Such as `order.completed`.', (row) => `${row}_e.type`, { required: true }),
    eventId: text('The `eventId` of the body.', (row) => `${row}_e.event_id`, { required: true }),
    payload: plain('JSON text of the event.', (row) => `${row}_e.body`, {
      required: true,
      bytes: BYTES.payload,
    }),
    webhookUrl: text(
      'The webhook’s URL with tokens masked; null if removed since.',
      (row) => `${row}_w.url`,
      { bytes: BYTES.url },
    ),
    testMode: flag('True in test.', (row) => `(${row}_e.environment = 'test')`, { required: true }),
    status: text('`pending`, `success` or `failed`.', (row) => `${row}.status`, { required: true }),
    httpStatus: integer('Status of the latest response.', (row) => `${row}.http_status`),
    responseBody: plain('Start of the latest response.', (row) => `${row}.response_body`, {
      bytes: BYTES.response,
    }),
    failure: text('Why the latest attempt failed.', (row) => `${row}.failure`),
    attemptCount: integer(
      'Attempts so far, counted from 1 again after a bulk resend.',
      (row) => `${row}.attempt_count`,
      { required: true },
    ),
    lastAttemptedAt: time('Time of the latest attempt.', (row) => `${row}.last_attempted_at`),
    createdAt: time('When the event happened.', (row) => `${row}.created_at`, { required: true }),
    store: one('Store', 'Its store.'),
  },
};
