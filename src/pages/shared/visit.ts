import type { FastifyRequest } from 'fastify';
import type { BuyerCaller, Caller } from '../../contract/caller.ts';
import { recordLanguage } from '../../domain/checkout-session/language.queries.ts';
import { decodeSessionId } from '../../domain/checkout-session/session-id.ts';
import { limitCaller } from '../../gateway/admit.ts';
import { readSessionToken } from '../../gateway/credentials/session-token.ts';
import { gatewayErrors } from '../../gateway/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readIncoming } from '../../gateway/incoming.ts';
import { pageLanguage } from './page-language.ts';
import type { SessionPage, VisitedPage } from './page-store.ts';

/** A request for a session's page or payment. */
export type CheckoutRequest = FastifyRequest<{
  Params: { readonly slug: string; readonly sessionId: string };
  Querystring: { readonly order?: string | string[] };
}>;

/** Counts a page view against its visitor's rate limit. */
export function countVisit(gateway: Gateway, page: VisitedPage, request: CheckoutRequest): void {
  countVisitor(gateway, request, buyerOf(page, null));
}

/** Counts a request against its caller's rate limit. Throws 429 above it. */
export function countVisitor(
  gateway: Gateway,
  request: Pick<FastifyRequest, 'ip'>,
  caller: Caller,
): void {
  limitCaller(gateway, caller, request.ip, gateway.clock.now());
}

/** Stores the checkout's language, which is used for the buyer's mails. */
export async function keepLanguage(
  gateway: Gateway,
  page: Pick<SessionPage, 'sessionId' | 'store' | 'language'>,
  request: FastifyRequest,
): Promise<void> {
  const id = decodeSessionId(page.sessionId);
  const language = pageLanguage(request, page.language);
  if (id && language !== (page.language ?? 'en')) {
    await recordLanguage(gateway.database, page.store.id, id, language);
  }
}

/**
 * The buyer: anonymous, or identified by the session token the page was opened with. Throws 401 for
 * a token that has expired or belongs to another environment, 403 for one of another store.
 */
export async function identifyBuyer(
  gateway: Gateway,
  page: VisitedPage,
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

/** A buyer on the page, with the identity proven by a token, if any. */
export function buyerOf(page: VisitedPage, buyerIdentity: string | null): BuyerCaller {
  const { store, environment } = page;
  return { kind: 'buyer', storeId: store.id, buyerIdentity, environment };
}
