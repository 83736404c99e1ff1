import type { Action } from '../contract/action.ts';
import { components } from './openapi-components.ts';
import { exportPath } from './openapi-export.ts';
import { graphqlPath } from './openapi-graphql.ts';
import { livePath } from './openapi-live.ts';
import { publicPaths } from './openapi-pages.ts';
import { type Json, responsesOf } from './openapi-responses.ts';
import { securityOf } from './openapi-security.ts';
import { webhooks } from './openapi-webhooks.ts';
import { requestExample, requestSchema } from './schema-of.ts';

/** The interface as an OpenAPI 3.1 document, derived from the list of actions. */
export function openApiDocument(actions: readonly Action[], publicUrl: string): Json {
  const paths = actions.map((action) => [`/v1/actions/${action.path}`, pathItem(action)]);
  const tags = [...new Set(actions.map(tagOf)), 'graphql', 'pages', 'service', 'webhooks'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillgate',
      version: '1',
      summary: 'Stores, products, checkout, orders and signed webhooks.',
      description:
        'Every action is a POST with a JSON body; any other method is 405 `Method not allowed`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map((name) => ({ name })),
    paths: {
      ...Object.fromEntries(paths),
      ...graphqlPath,
      ...exportPath,
      ...livePath,
      ...publicPaths(),
    },
    webhooks: webhooks(),
    components: components(),
  };
}

/** The resource of an action's URL: `store` of `store/create-store`. */
export function tagOf(action: Action): string {
  return action.path.split('/', 1)[0] as string;
}

function pathItem(action: Action): Json {
  const schema = requestSchema(action);
  const operation = {
    operationId: action.path.replaceAll('/', '.'),
    tags: [tagOf(action)],
    summary: action.summary,
    security: securityOf(action),
    parameters:
      action.replayable === false ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: requestExample(action) } },
    },
    responses: responsesOf(action),
  };
  return { post: operation };
}
