import type { FastifyRequest } from 'fastify';
import type { BuyerCaller } from '../contract/caller.ts';
import { decodeSessionId } from '../domain/checkout/session-id.ts';
import { readSessionToken } from '../gateway/credentials/session-token.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { readIncoming } from '../gateway/incoming.ts';
import { callerLimit } from '../gateway/rate-limit.ts';
import type { Gateway } from '../gateway/run-action.ts';
import { findCheckoutPage } from './checkout-page.queries.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { pageErrors } from './page-errors.ts';

/** A request for a session's page or payment. */
export type CheckoutRequest = FastifyRequest<{
  Params: { readonly slug: string; readonly sessionId: string };
  Querystring: { readonly order?: string | string[] };
}>;

/** The session that the address names. Throws 404 for any other, after a visitor's rate limit. */
export async function findVisited(
  gateway: Gateway,
  request: CheckoutRequest,
): Promise<CheckoutPage> {
  const { slug, sessionId } = request.params;
  const id = decodeSessionId(sessionId);
  const page = id && (await findCheckoutPage(gateway.database, slug, id));
  if (page) return page;
  const { limit, key } = callerLimit(gateway.config, { kind: 'anonymous' }, request.ip);
  gateway.rateLimiter.take(limit, key, gateway.clock.now());
  throw pageErrors.sessionNotFound();
}

/** Counts a look at a page against its visitor's rate limit. */
export function countVisit(gateway: Gateway, page: CheckoutPage, request: CheckoutRequest): void {
  const { limit, key } = callerLimit(gateway.config, buyerOf(page, null), request.ip);
  gateway.rateLimiter.take(limit, key, gateway.clock.now());
}

/**
 * The buyer: unknown, or the one whose session token the page was opened with. Throws 401 for a
 * token that is dead or of another environment, 403 for one of another store.
 */
export async function identifyBuyer(
  gateway: Gateway,
  page: CheckoutPage,
  request: CheckoutRequest,
): Promise<BuyerCaller> {
  const { headers } = readIncoming(request);
  if (headers.authorization === undefined) return buyerOf(page, null);
  const environment = headers['x-environment'];
  if (environment !== undefined && environment !== page.environment) {
    throw gatewayErrors.invalidToken();
  }
  const token = await readSessionToken(
    headers.authorization,
    page.environment,
    gateway.ports.secrets,
    gateway.clock.now(),
  );
  if (token.storeId !== page.store.id) throw gatewayErrors.insufficientPermissions();
  return buyerOf(page, token.buyerIdentity);
}

/** A buyer on the page, with the identity that a token proves or none. */
export function buyerOf(page: CheckoutPage, buyerIdentity: string | null): BuyerCaller {
  const { store, environment } = page;
  return { kind: 'buyer', storeId: store.id, buyerIdentity, environment };
}
