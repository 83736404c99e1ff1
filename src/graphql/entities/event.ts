import { inEnvironment, merchants, ownedByStore } from '../access.ts';
import type { Entity } from '../description.ts';
import { many, text, time, uuid } from '../fields.ts';

export const event: Entity = {
  ...ownedByStore,
  name: 'Event',
  description: 'Something that happened, as webhooks report it; kept for 90 days.',
  table: 'event',
  only: (row) => `not ${row}.sample`,
  prefix: null,
  access: merchants(inEnvironment),
  fields: {
    id: uuid('The occurrence: the value of `webhook-id`.', (row) => `${row}.id`, {
      required: true,
    }),
    type: text('Such as `order.completed`.', (row) => `${row}.type`, { required: true }),
    eventId: text('The `eventId` of the body.', (row) => `${row}.event_id`, { required: true }),
    occurredAt: time(
      'When it happened; in test, on the store’s clock.',
      (row) => `((${row}.body::jsonb ->> 'timestamp')::timestamptz)`,
      { required: true, filter: false },
    ),
    createdAt: time('When it was recorded.', (row) => `${row}.created_at`, { required: true }),
    deliveries: many(
      'WebhookDelivery',
      'Its deliveries to webhooks, newest first.',
      (row, target) => `${target}.event_id = ${row}.id`,
    ),
  },
};
