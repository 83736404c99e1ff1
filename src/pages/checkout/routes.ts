import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { at } from '../../gateway/route-list.ts';
import { answerError } from '../../gateway/server.ts';
import { assets } from '../shared/assets.ts';
import { isForm } from '../shared/forms.ts';
import { serveAssets, serveFavicon } from '../shared/serve-assets.ts';
import { answerErrorPage } from '../shared/show-page.ts';
import type { CheckoutRequest } from '../shared/visit.ts';
import { payAsJson, tokenizeAsJson } from './pay.ts';
import { payByForm } from './pay-by-form.ts';
import { checkoutPath } from './render.tsx';
import { showCheckout } from './show-checkout.ts';

const PAGE = '/store/:slug/checkout/:sessionId';

/** The hosted checkout: the page, both ways to pay, the sandbox's card form, the assets. */
export function serveCheckoutPages(http: FastifyInstance, gateway: Gateway): void {
  const asPage = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply);
  };
  http.get(
    PAGE,
    { ...at('pages/checkout/show-checkout.ts', 'the session’s address'), errorHandler: asPage },
    (request: CheckoutRequest, reply) => showCheckout(gateway, request, reply),
  );
  // A visitor without the script reloads the URL of a refused payment.
  http.get(
    `${PAGE}/pay`,
    { ...at('pages/checkout/routes.ts', 'the session’s address'), errorHandler: asPage },
    ({ params }: CheckoutRequest, reply) => {
      const { slug, sessionId } = params;
      return reply.redirect(checkoutPath(gateway.ports.publicUrl, slug, sessionId), 303);
    },
  );
  const payError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isForm(request)) asPage(error, request, reply);
    else answerError(error, request, reply);
  };
  http.post(
    `${PAGE}/pay`,
    { ...at('pages/checkout/pay.ts', 'the session’s address'), errorHandler: payError },
    (request: CheckoutRequest, reply) =>
      isForm(request) ? payByForm(gateway, request, reply) : payAsJson(gateway, request, reply),
  );
  http.post(
    '/sandbox/tokens',
    at('pages/checkout/pay.ts', 'none'),
    (request: CheckoutRequest, reply) => tokenizeAsJson(gateway, request, reply),
  );
  serveAssets(http, assets);
  serveFavicon(http);
}
