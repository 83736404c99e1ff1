import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Action } from '../contract/action.ts';
import { openApiDocument } from './openapi.ts';
import { type ReferenceModel, renderReference } from './page.tsx';

const styleSheet = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'";

/** `/docs`, `/openapi.json`: the reference, derived from the list of actions. */
export function registerReference(server: FastifyInstance, model: ReferenceModel): void {
  const { actions, publicUrl }: { actions: readonly Action[]; publicUrl: string } = model;
  // Made when first asked for: a start need not wait for what few starts ever show.
  const document = once(() => JSON.stringify(openApiDocument(actions, publicUrl)));
  const page = once(() => renderReference(model));
  server.get('/openapi.json', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(document());
  });
  server.get('/docs/reference.css', (_request, reply) => {
    reply.type('text/css; charset=utf-8').send(styleSheet);
  });
  server.get('/docs', (_request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('x-content-type-options', 'nosniff')
      .send(page());
  });
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
