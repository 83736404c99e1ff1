import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Action } from '../contract/action.ts';
import { at } from '../gateway/route-list.ts';
import { openApiDocument } from './openapi.ts';
import { type ReferenceModel, renderReference } from './page.tsx';

const styleSheet = readFileSync(new URL('./reference.css', import.meta.url));
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `/docs`, `/openapi.json`: the reference, derived from the list of actions. */
export function registerReference(server: FastifyInstance, model: ReferenceModel): void {
  const { actions, publicUrl }: { actions: readonly Action[]; publicUrl: string } = model;
  // Made when first asked for: a start need not wait for what few starts ever show.
  const document = once(() => JSON.stringify(openApiDocument(actions, publicUrl)));
  const page = once(() => renderReference(model));
  server.get('/openapi.json', at('reference/openapi.ts', 'none'), (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(document());
  });
  server.get('/docs/reference.css', at('reference/routes.ts', 'none'), (_request, reply) => {
    reply.type('text/css; charset=utf-8').send(styleSheet);
  });
  server.get('/docs', at('reference/page.tsx', 'none'), (_request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('x-content-type-options', 'nosniff')
      .send(page());
  });
}

/** As bytes: a text would be encoded, and so copied, for every answer. */
function once(make: () => string): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= Buffer.from(make());
    return made;
  };
}
