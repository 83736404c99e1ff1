import { z } from 'zod';
import type { Action } from '../contract/action.ts';
import type { ErrorTable } from '../contract/errors.ts';
import { securityOf, securitySchemes } from './openapi-security.ts';

type Json = Readonly<Record<string, unknown>>;

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Invalid parameters or malformed body',
  401: 'Missing or invalid credentials',
  403: 'Valid credentials, insufficient permission',
  404: 'Resource does not exist',
  409: 'Idempotent request already being processed, or blocked',
  429: 'Rate limited; honour Retry-After',
  500: 'Server error',
  501: 'Not implemented',
  502: 'Upstream error',
};

/** The interface as an OpenAPI 3.1 document, derived from the list of actions. */
export function openApiDocument(actions: readonly Action[], publicUrl: string): Json {
  const paths = actions.map((action) => [`/v1/actions/${action.path}`, pathItem(action)]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillgate',
      version: '1',
      summary: 'Stores, products, checkout, orders and signed webhooks.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(actions.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: { securitySchemes, schemas: { ErrorEnvelope: errorEnvelope, Warning: warning } },
  };
}

/** The resource of an action's URL: `store` of `store/create-store`. */
export function tagOf(action: Action): string {
  return action.path.split('/', 1)[0] as string;
}

/** The JSON Schema of what a body may hold, or of what an answer's `data` holds. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withoutMessages(rest) as Json;
}

function pathItem(action: Action): Json {
  const operation = {
    operationId: action.path.replaceAll('/', '.'),
    tags: [tagOf(action)],
    summary: action.summary,
    security: securityOf(action),
    parameters: action.replayable === false ? [] : [idempotencyHeader],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(action.input, 'input') } },
    },
    responses: { 200: successResponse(action), ...errorResponses(action.errors) },
  };
  return { post: operation };
}

function successResponse(action: Action): Json {
  const schema = {
    type: 'object',
    properties: {
      data: schemaOf(action.output, 'input'),
      warnings: { type: 'array', items: { $ref: '#/components/schemas/Warning' } },
    },
    required: ['data'],
  };
  return { description: 'Success', content: { 'application/json': { schema } } };
}

function errorResponses(errors: ErrorTable): Json {
  const rows = Object.values(errors);
  const statuses = [...new Set(rows.map(({ status }) => status))].sort();
  const responses = statuses.map((status) => {
    const examples = rows
      .filter((row) => row.status === status)
      .map((row) => [row.code, { value: exampleOf(row) }]);
    const content = {
      schema: { $ref: '#/components/schemas/ErrorEnvelope' },
      examples: Object.fromEntries(examples),
    };
    const description = STATUS_TEXT[status] ?? 'Error';
    return [status, { description, content: { 'application/json': content } }];
  });
  return Object.fromEntries(responses);
}

function exampleOf({ template, layer }: ErrorTable[string]): Json {
  return { data: null, errors: [{ message: template, layer }] };
}

/** Zod's messages are codes of our rows; a schema does not show them. */
function withoutMessages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMessages);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'errorMessage');
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutMessages(inner)]));
}

const idempotencyHeader: Json = {
  name: 'X-Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key within 24 hours gives the same answer, without a second effect.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,256}$' },
};

const warning: Json = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    layer: { type: 'string' },
    aiHint: { type: 'string' },
  },
  required: ['message', 'layer', 'aiHint'],
};

const errorEnvelope: Json = {
  type: 'object',
  properties: {
    data: { type: 'null' },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'From the root cause to the top-level caller: the first entry is the cause.',
      items: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          layer: { type: 'string' },
          reason: { type: 'string' },
          count: { type: 'integer' },
          aiHint: { type: 'string' },
        },
        required: ['message', 'layer'],
      },
    },
  },
  required: ['data', 'errors'],
};
