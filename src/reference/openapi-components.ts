import type { ErrorRow } from '../contract/errors.ts';
import { testKeyErrors } from '../domain/store/test-key.ts';
import { signatureHints } from '../gateway/credentials/signature-mistakes.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import {
  errorExample,
  errorResponse,
  hintExamples,
  isShared,
  type Json,
} from './openapi-responses.ts';
import { securitySchemes } from './openapi-security.ts';

const rows = Object.values(gatewayErrors);
const text = (description: string, example: string): Json => ({
  type: 'string',
  description,
  examples: [example],
});

/** Components shared by several operations. */
export function components(): Json {
  return {
    securitySchemes,
    schemas: { ErrorEnvelope: errorEnvelope, Warnings: warnings },
    responses: Object.fromEntries(
      [...new Set(rows.map(({ status }) => status))].filter(isShared).map((status) => {
        const own = rows.filter((row) => row.status === status);
        const examples = own.map((row) => [
          row.code,
          { $ref: `#/components/examples/${row.code}` },
        ]);
        const hints = status === 401 ? hintExamples : {};
        return [status, errorResponse(status, { ...Object.fromEntries(examples), ...hints })];
      }),
    ),
    examples,
    parameters: { IdempotencyKey: idempotencyKey },
    headers,
  };
}

const examples: Json = {
  ...Object.fromEntries(rows.map((row) => [row.code, { value: errorExample(row) }])),
  ...Object.fromEntries(
    Object.entries(signatureHints).map(([code, hint]) => [
      `invalidSignature.${code}`,
      { value: withSecond(errorExample(gatewayErrors.invalidSignature), hint) },
    ]),
  ),
  insufficientPermissions: {
    summary: 'For a test key, a second entry gives the reason.',
    value: withSecond(errorExample(gatewayErrors.insufficientPermissions), testKeyErrors.testKey),
  },
  invalidField: {
    summary: 'A field without its own message, named by its path.',
    value: { data: null, errors: [{ message: 'Invalid field ...', layer: 'store' }] },
  },
};

function withSecond(example: Json, { template, layer }: ErrorRow): Json {
  const [first] = example.errors as readonly unknown[];
  return { ...example, errors: [first, { message: template, layer }] };
}

const idempotencyKey: Json = {
  name: 'X-Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key within 24 hours returns the same response, without a second effect.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,256}$' },
  example: 'order-4711-first-try',
};

const headers: Json = {
  RequestId: {
    description: 'ID of the request in the log.',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description: 'Remaining requests, and seconds until the limit is full again.',
    schema: text('', '"api-key";r=99;t=1'),
  },
  RateLimitPolicy: {
    description: 'The limit: requests, and the window in seconds.',
    schema: text('', '"api-key";q=100;w=1'),
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  IdempotentReplayed: {
    description: 'Present if this is the response of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
};

const warnings: Json = {
  type: 'array',
  description: 'Where the result differs from the request; absent if nowhere.',
  items: {
    type: 'object',
    properties: {
      message: text('What was done differently.', 'webhookSettings is ignored'),
      layer: text('Part of the system that says so.', 'store'),
      aiHint: text('What a program should do next.', 'Manage webhooks with add-webhook.'),
    },
    required: ['message', 'layer', 'aiHint'],
  },
};

const errorEnvelope: Json = {
  type: 'object',
  properties: {
    data: { type: 'null', description: 'Always null.', examples: [null] },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'From the root cause to the top-level caller: the first entry is the cause.',
      examples: [[{ message: 'Missing required field: id', layer: 'store' }]],
      items: {
        type: 'object',
        properties: {
          message: text('What is wrong.', 'Missing required field: id'),
          layer: {
            ...text('Part of the system that found it.', 'gateway'),
            enum: ['gateway', 'user', 'store', 'product', 'order', 'ticket', 'graphql', 'resource'],
          },
          reason: text(
            'For programs: what blocks a deletion, or `step_up_required` or `second_factor_required`.',
            'active_products',
          ),
          count: {
            type: 'integer',
            minimum: 1,
            description: 'Number of them.',
            examples: [3],
          },
          aiHint: text('What a program should do next.', 'Do not retry.'),
          locations: {
            type: 'array',
            description: 'Position in a GraphQL document.',
            examples: [[{ line: 1, column: 9 }]],
            items: {
              type: 'object',
              properties: {
                line: { type: 'integer', minimum: 1, description: 'Line, from 1.', examples: [1] },
                column: {
                  type: 'integer',
                  minimum: 1,
                  description: 'Character in the line, from 1.',
                  examples: [9],
                },
              },
              required: ['line', 'column'],
            },
          },
        },
        required: ['message', 'layer'],
      },
    },
  },
  required: ['data', 'errors'],
};
