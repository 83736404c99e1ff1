import { gatewayErrors } from '../gateway/errors.ts';
import { errorExample, errorResponse, type Json } from './openapi-responses.ts';

const TIME = '2026-01-31T08:30:00.000Z';

const json = (description: string, properties: Json, example: Json): Json => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties, required: Object.keys(example) },
      example,
    },
  },
});

const word = (description: string, example: string): Json => ({
  ...{ type: 'string', description, examples: [example] },
});

const pem = '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n';

const aKey = (time: string): Json => ({
  type: 'object',
  properties: {
    publicKey: word('The key, in PEM.', pem),
    [time]: { type: 'string', format: 'date-time', description: 'The time.', examples: [TIME] },
  },
  required: ['publicKey', time],
});
const nextKey = { anyOf: [aKey('from'), { type: 'null' }] };
const previousKeys = { type: 'array', items: aKey('until') };

function byMode(description: string, schema: Json, example: unknown): Json {
  const mode = (name: string) => ({ ...schema, description: `In ${name}.`, examples: [example] });
  return {
    ...{ type: 'object', description, examples: [{ test: example, prod: example }] },
    properties: { test: mode('test'), prod: mode('production') },
    required: ['test', 'prod'],
  };
}

/** The service's own endpoints, and the callbacks of payment providers. */
export function servicePaths(): Json {
  return {
    '/healthz': get('healthz', 'Whether the process lives', {
      200: json('It lives', { status: word('Always `ok`.', 'ok') }, { status: 'ok' }),
    }),
    '/readyz': get('readyz', 'Whether the service takes requests', {
      200: json('It does', { status: word('Always `ready`.', 'ready') }, { status: 'ready' }),
      503: json(
        'It does not',
        {
          status: word('`draining` or `database unavailable`.', 'draining'),
          reason: word('What is wrong with the database.', 'unreachable'),
        },
        { status: 'draining' },
      ),
    }),
    '/metrics': get('metrics', 'Figures for Prometheus; elsewhere if METRICS_PORT is set', {
      200: {
        description: 'The figures',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    }),
    '/.well-known/webhook-keys.json': get(
      'webhook-keys',
      'Public keys that deliveries are verified with, in PEM',
      {
        200: json(
          'The keys',
          {
            test: word('Key of deliveries with `mode` `test`.', pem),
            prod: word('Key of deliveries with `mode` `prod`.', pem),
            next: byMode('Announced keys, and from when on they sign.', nextKey, null),
            previous: byMode('Replaced keys, and until when they signed.', previousKeys, []),
          },
          {
            ...{ test: pem, prod: pem },
            ...{ next: { test: null, prod: null }, previous: { test: [], prod: [] } },
          },
        ),
      },
    ),
    '/openapi.json': get('openapi', 'This document', {
      200: {
        description: 'The document',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: { description: 'It hasn’t changed since the `ETag` in `If-None-Match`' },
    }),
    '/pictures/{storeId}/{file}': get(
      'picture',
      'A picture that a store has uploaded',
      { 200: { description: 'The picture', content: { 'image/webp': {} } }, 404: notFound },
      [
        parameter('storeId', 'The store.', 'STO_2wyTSqDzWnh2BGX8f0Zu2Q'),
        parameter('file', 'SHA-256 of the picture, in hex, and `.webp`.', `${'0'.repeat(64)}.webp`),
      ],
    ),
    '/callbacks/{provider}': { post: callback },
  };
}

const notFound = errorResponse(404, { notFound: { value: errorExample(gatewayErrors.notFound) } });

const parameter = (name: string, description: string, example: string): Json => ({
  ...{ name, in: 'path', required: true, description, schema: { type: 'string' }, example },
});

function get(operationId: string, summary: string, responses: Json, parameters: Json[] = []): Json {
  return {
    get: {
      ...{ operationId, tags: ['service'], summary, security: [] },
      ...(parameters.length > 0 && { parameters }),
      responses: {
        500: { $ref: '#/components/responses/500' },
        503: { $ref: '#/components/responses/503' },
        ...responses,
      },
    },
  };
}

const callback: Json = {
  operationId: 'callback',
  tags: ['service'],
  summary: 'Receive a callback that a payment provider signed',
  security: [],
  parameters: [
    {
      ...{ name: 'provider', in: 'path', required: true, description: 'The payment provider.' },
      ...{ schema: { type: 'string' }, example: 'stripe' },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object' } } },
  },
  responses: {
    200: json(
      'Taken',
      {
        data: {
          type: 'object',
          description: 'A constant.',
          properties: { received: { const: true, description: 'Always true.', examples: [true] } },
          required: ['received'],
        },
      },
      { data: { received: true } },
    ),
    400: errorResponse(400, {
      invalidSignature: {
        value: { data: null, errors: [{ message: 'Invalid callback signature', layer: 'order' }] },
      },
    }),
    404: notFound,
    413: { $ref: '#/components/responses/413' },
    429: { $ref: '#/components/responses/429' },
    431: { $ref: '#/components/responses/431' },
    500: { $ref: '#/components/responses/500' },
    503: { $ref: '#/components/responses/503' },
  },
};
