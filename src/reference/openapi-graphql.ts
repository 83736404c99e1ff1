import { graphqlErrors } from '../graphql/errors.ts';
import { GRAPHQL_RESPONSE } from '../graphql/media-type.ts';
import { gatewayRowsOf } from './gateway-rows.ts';
import { answerHeaders, errorResponses, type Json } from './openapi-responses.ts';
import { securityOf } from './openapi-security.ts';

const callers = {
  auth: ['apiKey', 'dashboard', 'slug', 'token'],
  environment: 'credential',
  replayable: false,
} as const;

const query = '{ stores(limit: 1) { id name } }';

const body: Json = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, description: 'A GraphQL document.', examples: [query] },
    variables: {
      type: ['object', 'null'],
      description: 'Values of the document’s variables.',
      examples: [{}],
    },
    operationName: {
      type: ['string', 'null'],
      description: 'Which operation to run, if the document has several.',
      examples: [null],
    },
  },
  required: ['query'],
};

const answer: Json = {
  type: 'object',
  properties: {
    data: {
      type: ['object', 'null'],
      description: 'The requested data; null if it could not be read.',
      examples: [{ stores: [] }],
    },
    errors: {
      type: 'array',
      description: 'What was wrong with the query; absent if nothing was.',
      examples: [[{ message: 'Unknown field', layer: 'graphql' }]],
      items: {
        type: 'object',
        properties: {
          message: { type: 'string', description: 'What is wrong.', examples: ['Unknown field'] },
          layer: { const: 'graphql', description: 'Always `graphql`.', examples: ['graphql'] },
          locations: {
            type: 'array',
            description: 'Position in the document.',
            examples: [[{ line: 1, column: 3 }]],
            items: { type: 'object' },
          },
          path: {
            type: 'array',
            description: 'Path of the field in the response.',
            examples: [['stores']],
            items: { type: ['string', 'integer'] },
          },
        },
        required: ['message', 'layer'],
      },
    },
    warnings: { $ref: '#/components/schemas/Warnings' },
  },
  required: ['data'],
};

const shared = gatewayRowsOf(callers).filter(({ code }) => code !== 'malformedIdempotencyKey');
const inline = Object.fromEntries(shared.map(({ status }) => [status, {}]));

const responses: Readonly<Record<string, Json>> = {
  200: {
    description: 'The query ran, or did not validate',
    headers: answerHeaders,
    content: { 'application/json': { schema: answer, example: { data: { stores: [] } } } },
  },
  ...errorResponses(Object.values(graphqlErrors), shared, inline),
};

/** The response in both media types, of which the client chooses one. */
function inBoth(response: Json): Json {
  const content = (response.content as Json)['application/json'];
  return { ...response, content: { 'application/json': content, [GRAPHQL_RESPONSE]: content } };
}

/**
 * `/v1/graphql`: the schema itself is available through introspection (docs/contract/graphql.md).
 */
export const graphqlPath: Json = {
  '/v1/graphql': {
    post: {
      operationId: 'graphql',
      tags: ['graphql'],
      summary: 'Read with a GraphQL query',
      security: securityOf(callers),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: { query } } },
      },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, inBoth(response)]),
      ),
    },
  },
};
