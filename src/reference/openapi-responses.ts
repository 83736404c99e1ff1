import type { Action } from '../contract/action.ts';
import type { ErrorRow } from '../contract/errors.ts';
import { BLOCKERS } from '../domain/store/blockers.ts';
import { deleteStore } from '../domain/store/delete-store.ts';
import { signatureHints } from '../gateway/credentials/signature-mistakes.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { exampleOf } from './describe-fields.ts';
import { gatewayRowsOf } from './gateway-rows.ts';
import { answerSchema } from './schema-of.ts';

export type Json = Readonly<Record<string, unknown>>;

export const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Invalid parameters or malformed body',
  401: 'Missing or invalid credentials',
  403: 'Valid credentials, insufficient permission',
  404: 'Resource does not exist',
  405: 'Another method than POST',
  409: 'Idempotent request already being processed, or blocked',
  413: 'Body too large',
  415: 'Another content type than JSON',
  429: 'Rate limited; honor Retry-After',
  431: 'Too many headers',
  500: 'Server error',
  501: 'Not implemented',
  502: 'Upstream error',
  503: 'Temporarily unavailable; honor Retry-After',
};

/** Every answer of an action: its own rows with their examples, the gateway's by reference. */
export function responsesOf(action: Action): Json {
  const own = Object.values(action.errors);
  const blockers: Readonly<Record<number, Json>> =
    action.path === deleteStore.path ? { 409: blockerExamples() } : {};
  return { 200: successResponse(action), ...errorResponses(own, gatewayRowsOf(action), blockers) };
}

/** The same for a hosted page's calls, for which a plain form is answered with a page. */
export function hostedResponses(action: Action, pageStatuses: readonly number[]): Json {
  const { invalidToken, insufficientPermissions } = gatewayErrors;
  const anonymous = { ...action, auth: ['anonymous' as const], replayable: false as const };
  const shared = [...gatewayRowsOf(anonymous), invalidToken, insufficientPermissions];
  const inline = Object.fromEntries(shared.map(({ status }) => [status, {}]));
  const answers = {
    200: successResponse(anonymous),
    ...errorResponses(Object.values(action.errors), shared, inline),
  };
  const entries = [200, ...pageStatuses].map((status) => [
    status,
    withPage((answers as Readonly<Record<number, Json>>)[status]),
  ]);
  return { ...answers, ...Object.fromEntries(entries) };
}

const page = { 'text/html': { schema: { type: 'string' } } };

/** A response that can also be a page. */
export function withPage(response: Json = { description: 'The outcome, as a page' }): Json {
  return { ...response, content: { ...(response.content as Json), ...page } };
}

/** The responses of some rows; `more` are further examples by status. */
export function errorResponses(
  own: readonly ErrorRow[],
  shared: readonly ErrorRow[],
  more: Readonly<Record<number, Json>> = {},
): Json {
  const all = [...own, ...shared].map(({ status }) => status);
  const statuses = [...new Set([...all, ...Object.keys(more).map(Number)])].sort();
  const responses = statuses.map((status) => {
    const rows = own.filter((row) => row.status === status);
    const others = shared.filter((row) => row.status === status);
    if (rows.length === 0 && more[status] === undefined && isShared(status)) {
      return [status, { $ref: `#/components/responses/${status}` }];
    }
    const examples = {
      ...Object.fromEntries(rows.map((row) => [row.code, { value: errorExample(row) }])),
      ...more[status],
      ...Object.fromEntries(others.map((row) => [`gateway.${row.code}`, exampleRef(row)])),
      ...(others.some(({ code }) => code === 'invalidSignature') ? hintExamples : {}),
      ...(status === 400 ? { 'gateway.invalidField': exampleRef({ code: 'invalidField' }) } : {}),
    };
    return [status, errorResponse(status, examples)];
  });
  return Object.fromEntries(responses);
}

/** Statuses that have the same causes for every call. */
const SHARED = [401, 413, 415, 429, 431, 500, 503];
export const isShared = (status: number) => SHARED.includes(status);

export function errorResponse(status: number, examples: Json): Json {
  return {
    description: STATUS_TEXT[status] ?? 'Error',
    headers: {
      ...answerHeaders,
      ...(status === 429 || status === 503
        ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
        : {}),
    },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' }, examples },
    },
  };
}

export const answerHeaders: Json = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

export function errorExample({ template, layer }: ErrorRow): Json {
  return { data: null, errors: [{ message: template, layer }] };
}

/** The second entry of a 401 in test, which says what was signed differently. */
export const hintExamples: Json = Object.fromEntries(
  Object.keys(signatureHints).map((code) => [
    `gateway.invalidSignature.${code}`,
    exampleRef({ code: `invalidSignature.${code}` }),
  ]),
);

function exampleRef({ code }: Pick<ErrorRow, 'code'>): Json {
  return { $ref: `#/components/examples/${code}` };
}

/** The six entries of a refused deletion (docs/contract/stores.md#deletion-blockers). */
function blockerExamples(): Json {
  const examples = BLOCKERS.map(({ reason, message, aiHint }) => {
    const text = message(3).replace('3', '...');
    const entry = { message: text, layer: 'store', reason, count: 3, aiHint };
    return [reason, { value: { data: null, errors: [entry] } }];
  });
  return Object.fromEntries(examples);
}

function successResponse(action: Action): Json {
  const data = answerSchema(action);
  const schema = {
    type: 'object',
    properties: {
      data: { description: 'The response data.', ...data },
      warnings: { $ref: '#/components/schemas/Warnings' },
    },
    required: ['data'],
  };
  const headers = {
    ...answerHeaders,
    ...(action.replayable === false
      ? {}
      : { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
  };
  const content = { 'application/json': { schema, example: { data: exampleOf(data) } } };
  return { description: 'Success', headers, content };
}
