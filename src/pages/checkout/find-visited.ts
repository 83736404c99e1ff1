import { decodeSessionId } from '../../domain/checkout-session/session-id.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isStorable } from '../../kit/text.ts';
import { pageErrors } from '../shared/page-errors.ts';
import { findPageStore } from '../shared/page-store.queries.ts';
import { type CheckoutRequest, countVisitor } from '../shared/visit.ts';
import { findCheckoutPage } from './checkout-page.queries.ts';
import type { CheckoutPage } from './checkout-page.ts';

/**
 * The session named in the URL. Throws 404 if there is none, after applying the visitor's rate
 * limit.
 */
export async function findVisited(
  gateway: Gateway,
  request: CheckoutRequest,
): Promise<CheckoutPage> {
  const { slug, sessionId } = request.params;
  const id = decodeSessionId(sessionId);
  const { database, clock } = gateway;
  const store = id && isStorable(slug) && (await findPageStore(database, slug));
  const page = store && (await findCheckoutPage(database, store, id, clock.now()));
  if (page) return page;
  countVisitor(gateway, request, { kind: 'anonymous' });
  throw pageErrors.sessionNotFound();
}
