import { eventSchemas } from '../events/event-schema.ts';
import { describeEvent, type EventType } from '../events/event-types.ts';
import { describeFields, exampleOf } from './describe-fields.ts';
import type { Json } from './openapi-responses.ts';
import { schemaOf } from './schema-of.ts';

const header = (name: string, description: string, example: string): Json => ({
  ...{ name, in: 'header', required: true, description },
  ...{ schema: { type: 'string' }, example },
});

const headers = [
  header('X-Service-Event', 'Type of the event.', 'order.completed'),
  header(
    'X-Service-Signature',
    '`t=<Unix milliseconds>,v1=<Base64 RSA-SHA256 of "<t>.<body>">`.',
    't=1769848200000,v1=c2lnbmF0dXJl',
  ),
  header(
    'X-Service-Delivery',
    'The occurrence, the same on every attempt.',
    '019c1234-5678-7abc-8def-0123456789ab',
  ),
  header(
    'webhook-id',
    'The occurrence, as in Standard Webhooks.',
    '019c1234-5678-7abc-8def-0123456789ab',
  ),
  header('webhook-timestamp', 'Unix time of the attempt, in seconds.', '1769848200'),
];

/** The deliveries to `http` webhooks, by event type (docs/contract/events.md). */
export function webhooks(): Json {
  return Object.fromEntries(
    [...eventSchemas.keys()].map((type) => [type, { post: delivery(type) }]),
  );
}

/** The schema of a delivery's body, with the reference's description of each field. */
export function eventBodySchema(type: EventType) {
  const schema = eventSchemas.get(type);
  if (!schema) throw new Error(`No schema of ${type}`);
  return describeFields(schemaOf(schema), 'event');
}

function delivery(type: EventType): Json {
  const schema = eventBodySchema(type);
  const example = { ...(exampleOf(schema) as object), eventType: type };
  return {
    operationId: `webhook.${type}`,
    summary: `Delivery of \`${type}\``,
    description: describeEvent(type).meaning,
    tags: ['webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example } },
    },
    responses: {
      '2XX': { description: 'Delivered. Any other status, redirects included, is retried.' },
      410: { description: 'Gone: the webhook is disabled.' },
    },
  };
}
