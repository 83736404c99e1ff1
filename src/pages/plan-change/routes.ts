import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { at } from '../../gateway/route-list.ts';
import { answerError } from '../../gateway/server.ts';
import { isForm } from '../shared/forms.ts';
import { serveAssets } from '../shared/serve-assets.ts';
import { answerErrorPage } from '../shared/show-page.ts';
import type { CheckoutRequest } from '../shared/visit.ts';
import { confirmAsJson, showChange } from './change.ts';
import { confirmByForm } from './change-by-form.ts';
import { changePath, changeStyle } from './render.tsx';

const PAGE = '/store/:slug/change/:sessionId';

/** The hosted page of a plan change and both ways to confirm it. */
export function serveChangePages(http: FastifyInstance, gateway: Gateway): void {
  const asPage = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply);
  };
  http.get(
    PAGE,
    { ...at('pages/plan-change/change.ts', 'the session’s address'), errorHandler: asPage },
    (request: CheckoutRequest, reply) => showChange(gateway, request, reply),
  );
  // A visitor reloads the URL of a refused confirmation.
  http.get(
    `${PAGE}/confirm`,
    { ...at('pages/plan-change/routes.ts', 'the session’s address'), errorHandler: asPage },
    ({ params }: CheckoutRequest, reply) =>
      reply.redirect(changePath(gateway.ports.publicUrl, params.slug, params.sessionId), 303),
  );
  const confirmError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isForm(request)) asPage(error, request, reply);
    else answerError(error, request, reply);
  };
  http.post(
    `${PAGE}/confirm`,
    { ...at('pages/plan-change/change.ts', 'the session’s address'), errorHandler: confirmError },
    (request: CheckoutRequest, reply) =>
      isForm(request)
        ? confirmByForm(gateway, request, reply)
        : confirmAsJson(gateway, request, reply),
  );
  serveAssets(http, [changeStyle]);
}
