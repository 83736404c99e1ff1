import { graphqlErrors } from '../graphql/errors.ts';
import { exportedLists } from '../graphql/export/columns.ts';
import { gatewayRowsOf } from './gateway-rows.ts';
import { answerHeaders, errorResponses, type Json } from './openapi-responses.ts';
import { securityOf } from './openapi-security.ts';

const callers = {
  auth: ['apiKey', 'dashboard'],
  environment: 'credential',
  replayable: false,
} as const;

const ID = 'ORD_2wyTSqDzWnh2BGX8f0Zu2Q';
const example = {
  list: 'onetimeOrders',
  orderBy: 'CREATED_AT_ASC',
  columns: ['status', 'total'],
  timeZone: 'Europe/Berlin',
};

const body: Json = {
  type: 'object',
  properties: {
    list: {
      type: 'string',
      enum: Object.keys(exportedLists),
      description: 'The list to export, named as in GraphQL.',
      examples: ['onetimeOrders'],
    },
    storeId: {
      type: ['string', 'null'],
      description: 'The store to export from; all of the caller’s stores if absent.',
      examples: ['STO_2wyTSqDzWnh2BGX8f0Zu2Q'],
    },
    filter: {
      type: ['object', 'null'],
      description: 'Filter, as the list takes it in GraphQL.',
      examples: [{ status: { eq: 'completed' } }],
    },
    orderBy: {
      type: ['string', 'null'],
      description: 'Sort order, a value of the list’s `OrderBy` enum in GraphQL.',
      examples: ['CREATED_AT_ASC'],
    },
    columns: {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The columns after the ID, in order; all if absent.',
      examples: [['status', 'total']],
    },
    format: {
      type: 'string',
      enum: ['csv', 'jsonl'],
      default: 'csv',
      description: 'CSV for spreadsheets, or JSON Lines for programs.',
      examples: ['csv'],
    },
    timeZone: {
      type: 'string',
      default: 'UTC',
      description: 'Time zone of the times in CSV, by its IANA name.',
      examples: ['Europe/Berlin'],
    },
    after: {
      type: ['string', 'null'],
      description:
        'ID of the last row you have: the response continues after it, without the header row.',
      examples: [null],
    },
  },
  required: ['list'],
};

const file = { type: 'string', description: 'The file, with the rows of at most 10,000 objects.' };

/** `/v1/export`: a list as a file (docs/contract/graphql.md). */
export const exportPath: Json = {
  '/v1/export': {
    post: {
      operationId: 'export',
      tags: ['graphql'],
      summary: 'Export a list to a file',
      security: securityOf(callers),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example } },
      },
      responses: {
        200: {
          description: 'The file',
          headers: answerHeaders,
          content: {
            'text/csv': { schema: file, example: `id,status,total\r\n${ID},completed,29.00\r\n` },
            'application/x-ndjson': {
              schema: file,
              example: `{"id":"${ID}","status":"completed","total":"29.00"}\n`,
            },
          },
        },
        ...errorResponses(
          Object.values(graphqlErrors),
          gatewayRowsOf(callers).filter(({ code }) => code !== 'malformedIdempotencyKey'),
        ),
      },
    },
  },
};
