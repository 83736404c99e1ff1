import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { ActionError, type ErrorRow, errorTable, hinted } from '../contract/errors.ts';
import { MAX_LARGE } from '../gateway/reading-turns.ts';
import type { BusyError } from '../kit/bounded-queue.ts';

/** Refusals of the endpoint with a 4xx status (docs/contract/graphql.md). */
export const graphqlErrors = errorTable('graphql', {
  missingQuery: [400, 'Missing required field: query'],
  // Clients know this message: they send the query's text instead of its hash.
  hashOnly: [400, 'PersistedQueryNotSupported'],
  invalidVariables: [400, 'Invalid field variables: must be an object'],
  invalidOperationName: [400, 'Invalid field operationName: must be a string'],
  syntax: [400, (message) => message],
  unknownOperation: [400, (name) => `Unknown operation: ${name}`],
  severalOperations: [400, 'Missing required field: operationName'],
  noOperation: [400, 'The document has no operation'],
  readOnly: [403, (operation) => `Only queries are supported, got a ${operation}`],
  forbidden: [403, (name) => `Insufficient permissions: ${name}`],
  tooLong: [400, (most) => `The query is longer than ${most} characters`],
  tooManyTokens: [400, (most) => `The document has more than ${most} tokens`],
  tooDeep: [400, (most) => `The query is nested deeper than ${most} levels`],
  tooCostly: [400, (most) => `The query may return more than ${most} objects`],
  mayBeTooLarge: [400, (most) => `The query may return more than ${most} MB`],
  tooLarge: [400, (most) => `The answer is larger than ${most} MB`],
  tooManyAliases: [400, (most) => `The document has more than ${most} aliases`],
  tooManyDirectives: [400, (most) => `The document has more than ${most} directives`],
  tooManyFields: [400, (most) => `The query selects more than ${most} fields`],
  tooManyFigures: [400, (most) => `The query asks for more than ${most} figures`],
  tooMuchSchema: [400, (most) => `The query asks for more than ${most} fields of the schema`],
  tooSlow: [400, 'The query took too long'],
  invalidExport: [400, (field) => `Invalid field ${field}`],
  tooManyAtOnce: [429, 'Too many large queries at once'],
});

/** The row's error with a hint for the person or program that wrote the query. */
export function withHint(row: ErrorRow, value: string, aiHint: string): ActionError {
  return hinted(row(value), aiHint);
}

/** For a query whose turn is too far away. */
export function tooManyAtOnce({ retryAfterS }: BusyError): ActionError {
  const { status, entries } = graphqlErrors.tooManyAtOnce();
  const aiHint = `Send large queries one after the other, at most ${MAX_LARGE} at once, or ask for less: smaller limits, no long texts.`;
  const busy = new ActionError(status, entries, { 'retry-after': String(retryAfterS) });
  return hinted(busy, aiHint);
}

/** Validation errors and meaningless arguments: status 200 with the errors in the body. */
export function refusal(errors: readonly GraphQLError[]): Buffer {
  const shown = errors.map((error): GraphQLFormattedError & { layer: string } => {
    const { message, locations, path } = error.toJSON();
    return {
      message,
      layer: 'graphql',
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
    };
  });
  return Buffer.from(JSON.stringify({ data: null, errors: shown }));
}
