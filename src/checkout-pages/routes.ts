import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../gateway/run-action.ts';
import { answerError } from '../gateway/server.ts';
import { type Asset, assets } from './assets.ts';
import { payAsJson, tokenizeAsJson } from './pay.ts';
import { payByForm } from './pay-by-form.ts';
import { checkoutPath } from './render.tsx';
import { sendText } from './send-text.ts';
import { answerErrorPage, showCheckout } from './show-page.ts';
import { serveStorefront } from './storefront/routes.ts';
import type { CheckoutRequest } from './visit.ts';

const PAGE = '/store/:slug/checkout/:sessionId';
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** An asset's address changes with its content, so it is kept for a year. */
const KEPT = 'public, max-age=31536000, immutable';

/** The hosted checkout: the page, its two ways to pay, the sandbox's card form, the assets. */
export function serveCheckoutPages(http: FastifyInstance, gateway: Gateway): void {
  const asPage = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply);
  };
  http.get(PAGE, { errorHandler: asPage }, (request: CheckoutRequest, reply) =>
    showCheckout(gateway, request, reply),
  );
  // A visitor without the script who loads a refused payment's address again.
  http.get(`${PAGE}/pay`, { errorHandler: asPage }, ({ params }: CheckoutRequest, reply) => {
    const { slug, sessionId } = params;
    return reply.redirect(checkoutPath(gateway.ports.publicUrl, slug, sessionId), 303);
  });
  const payError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isForm(request)) asPage(error, request, reply);
    else answerError(error, request, reply);
  };
  http.post(`${PAGE}/pay`, { errorHandler: payError }, (request: CheckoutRequest, reply) =>
    isForm(request) ? payByForm(gateway, request, reply) : payAsJson(gateway, request, reply),
  );
  http.post('/sandbox/tokens', (request: CheckoutRequest, reply) =>
    tokenizeAsJson(gateway, request, reply),
  );
  serveStorefront(http, gateway);
  serveAssets(http, assets);
}

/** Serves style sheets and scripts under the addresses that change with their content. */
export function serveAssets(http: FastifyInstance, given: readonly Asset[]): void {
  for (const { path, contentType, text } of given) {
    const zipped = gzipSync(text, { level: 9 });
    http.get(path, (_request, reply) => {
      reply.headers({ 'cache-control': KEPT, 'x-content-type-options': 'nosniff' });
      return sendText(reply, contentType, text, () => zipped);
    });
  }
}

/** Whether a request is a plain form's. */
export function isForm(request: FastifyRequest): boolean {
  return FORM.test(request.headers['content-type'] ?? '');
}
