import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gatewayErrors } from '../../gateway/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { at } from '../../gateway/route-list.ts';
import { isForm } from '../shared/forms.ts';
import { pageErrors } from '../shared/page-errors.ts';
import { answerErrorPage } from '../shared/show-page.ts';
import { buyProduct, leadToProduct } from './buy-product.ts';
import { showProduct, showStorefront } from './show-storefront.ts';
import type { StorefrontRequest } from './visit-storefront.ts';

const STORE = '/store/:slug';
const PRODUCT = `${STORE}/product/:productId`;

/**
 * The public pages of a store and its products, the button that starts a checkout, and what any other
 * address below a store's answers.
 */
export function serveStorefront(http: FastifyInstance, gateway: Gateway): void {
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply, (texts) => ({
      title: texts.storeUnknownTitle,
      text: texts.storeUnknownText,
    }));
  };
  const options = (file: string) => ({ ...at(`pages/storefront/${file}`, 'none'), errorHandler });
  http.get(STORE, options('show-storefront.ts'), (request: StorefrontRequest, reply) =>
    showStorefront(gateway, request, reply),
  );
  http.get(PRODUCT, options('show-storefront.ts'), (request: StorefrontRequest, reply) =>
    showProduct(gateway, request, reply),
  );
  http.get(`${PRODUCT}/buy`, options('buy-product.ts'), (request: StorefrontRequest, reply) =>
    leadToProduct(gateway, request, reply),
  );
  http.post(`${PRODUCT}/buy`, options('buy-product.ts'), (request: StorefrontRequest, reply) => {
    if (!isForm(request)) throw pageErrors.invalidForm();
    return buyProduct(gateway, request, reply);
  });
  const asPage = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply);
  };
  http.get(
    `${STORE}/*`,
    { ...at('pages/storefront/routes.ts', 'none'), errorHandler: asPage },
    ({ url }, reply) => reply.redirect(withoutSlash(url), 308),
  );
}

/** Browsers complete addresses with a slash. Throws 404 for any other unknown address. */
function withoutSlash(url: string): string {
  const [, last, query] = /^[^?]*\/([^/?]+)\/(\?.*)?$/.exec(url) ?? [];
  if (last === undefined) throw gatewayErrors.notFound();
  return `../${last}${query ?? ''}`;
}
