import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../../gateway/run-action.ts';
import { pageErrors } from '../page-errors.ts';
import { isForm } from '../routes.ts';
import { answerErrorPage } from '../show-page.ts';
import { buyProduct, leadToProduct } from './buy-product.ts';
import { showProduct, showStorefront } from './show-storefront.ts';
import type { StorefrontRequest } from './visit-storefront.ts';

const STORE = '/store/:slug';
const PRODUCT = `${STORE}/product/:productId`;

/** The public pages of a store and its products, and the button that begins a checkout. */
export function serveStorefront(http: FastifyInstance, gateway: Gateway): void {
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    answerErrorPage(gateway, error, request, reply, (texts) => ({
      title: texts.storeUnknownTitle,
      text: texts.storeUnknownText,
    }));
  };
  const options = { errorHandler };
  http.get(STORE, options, (request: StorefrontRequest, reply) =>
    showStorefront(gateway, request, reply),
  );
  http.get(PRODUCT, options, (request: StorefrontRequest, reply) =>
    showProduct(gateway, request, reply),
  );
  http.get(`${PRODUCT}/buy`, options, (request: StorefrontRequest, reply) =>
    leadToProduct(gateway, request, reply),
  );
  http.post(`${PRODUCT}/buy`, options, (request: StorefrontRequest, reply) => {
    if (!isForm(request)) throw pageErrors.invalidForm();
    return buyProduct(gateway, request, reply);
  });
}
