import { gatewayErrors } from '../gateway/errors.ts';
import { gatewayRowsOf } from './gateway-rows.ts';
import { answerHeaders, errorResponses, type Json } from './openapi-responses.ts';
import { securityOf } from './openapi-security.ts';

const callers = { auth: ['dashboard'], environment: 'credential', replayable: false } as const;
const storeId = 'STO_2wyTSqDzWnh2BGX8f0Zu2Q';

const body: Json = {
  type: 'object',
  properties: {
    storeId: { type: 'string', description: 'The store to watch.', examples: [storeId] },
    readMsAgo: {
      type: 'number',
      minimum: 0,
      description:
        'How many milliseconds ago you read the store’s data: changes more than a minute before ' +
        'that aren’t reported.',
      examples: [250],
    },
  },
  required: ['storeId'],
};

/** `/v1/live`: notifies a dashboard of changes in its store (docs/contract/graphql.md). */
export const livePath: Json = {
  '/v1/live': {
    post: {
      operationId: 'live',
      tags: ['graphql'],
      summary: 'Watch a store for changes',
      security: securityOf(callers),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: { storeId } } },
      },
      responses: {
        200: {
          description: 'Server-sent events for up to five minutes',
          headers: answerHeaders,
          content: {
            'text/event-stream': {
              schema: {
                type: 'string',
                description: 'An event `change` without content for each change.',
              },
              example: 'event: change\ndata: {}\n\n',
            },
          },
        },
        ...errorResponses(
          [gatewayErrors.storeNotFound],
          gatewayRowsOf(callers).filter(({ code }) => code !== 'malformedIdempotencyKey'),
        ),
      },
    },
  },
};
