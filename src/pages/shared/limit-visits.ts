import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';

/** Prefix of hosted pages and of the calls of their scripts. */
const PAGES = '/store/';
/** A network's burst, as a multiple of a visitor's burst in one store. */
const STORES_AT_ONCE = 3;

/**
 * Limits the hosted pages that one network opens, across all stores, before the database is queried
 * for the store.
 */
export function limitVisits(http: FastifyInstance, gateway: Gateway): void {
  const { config, rateLimiter, clock } = gateway;
  const perSecond = config.RATE_LIMIT_VISITOR_PER_SECOND * STORES_AT_ONCE;
  const limit = { policy: 'pages', burst: perSecond, perSecond };
  http.addHook('onRequest', (request, _reply, done) => {
    if (isPage(request)) {
      try {
        rateLimiter.take(limit, networkOf(request.ip), clock.now());
      } catch (refusal) {
        return done(refusal as Error);
      }
    }
    done();
  });
}

/** By the route, too: `/%73tore/` leads to the same page. */
function isPage({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith(PAGES) || routeOptions.url?.startsWith(PAGES) === true;
}
