import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../gateway/run-action.ts';
import { answerError } from '../gateway/server.ts';
import { confirmAsJson, showChange } from './change.ts';
import { confirmByForm } from './change-by-form.ts';
import { changePath } from './change-render.tsx';
import { isForm } from './routes.ts';
import { answerErrorPage } from './show-page.ts';
import type { CheckoutRequest } from './visit.ts';

const PAGE = '/store/:slug/change/:sessionId';

/** The hosted page of a plan change and its two ways to confirm. */
export function serveChangePages(http: FastifyInstance, gateway: Gateway): void {
  const asPage = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply);
  };
  http.get(PAGE, { errorHandler: asPage }, (request: CheckoutRequest, reply) =>
    showChange(gateway, request, reply),
  );
  // A visitor who loads a refused confirmation's address again.
  http.get(`${PAGE}/confirm`, { errorHandler: asPage }, ({ params }: CheckoutRequest, reply) =>
    reply.redirect(changePath(gateway.ports.publicUrl, params.slug, params.sessionId), 303),
  );
  const confirmError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isForm(request)) asPage(error, request, reply);
    else answerError(error, request, reply);
  };
  http.post(`${PAGE}/confirm`, { errorHandler: confirmError }, (request: CheckoutRequest, reply) =>
    isForm(request)
      ? confirmByForm(gateway, request, reply)
      : confirmAsJson(gateway, request, reply),
  );
}
