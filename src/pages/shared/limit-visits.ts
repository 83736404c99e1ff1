import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';

/** Hosted pages live below it, and what their scripts call. */
const PAGES = '/store/';
/** Stores of which one network may open as many pages at once as a visitor may of one. */
const STORES_AT_ONCE = 3;

/**
 * Limits the hosted pages that one network opens, whatever their stores, before the database is
 * asked which store that is.
 */
export function limitVisits(http: FastifyInstance, gateway: Gateway): void {
  const { config, rateLimiter, clock } = gateway;
  const perSecond = config.RATE_LIMIT_VISITOR_PER_SECOND * STORES_AT_ONCE;
  const limit = { policy: 'pages', burst: perSecond, perSecond };
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith(PAGES)) {
      try {
        rateLimiter.take(limit, networkOf(request.ip), clock.now());
      } catch (refusal) {
        return done(refusal as Error);
      }
    }
    done();
  });
}
