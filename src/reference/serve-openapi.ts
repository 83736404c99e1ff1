import type { FastifyInstance } from 'fastify';
import type { Action } from '../contract/action.ts';
import { at } from '../gateway/route-list.ts';
import { openApiDocument } from './openapi.ts';

/** `/openapi.json`, derived from the list of actions; tools on pages of any origin read it. */
export function serveOpenApi(
  server: FastifyInstance,
  actions: readonly Action[],
  publicUrl: string,
): void {
  const made: { document?: Buffer } = {};
  server.get('/openapi.json', at('reference/serve-openapi.ts', 'none'), (_request, reply) => {
    // Built on the first request, so that it doesn't delay the start. Kept as bytes, because a
    // string would be encoded, and so copied, for every answer.
    made.document ??= Buffer.from(JSON.stringify(openApiDocument(actions, publicUrl)));
    reply
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(made.document);
  });
}
