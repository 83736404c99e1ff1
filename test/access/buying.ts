import { sql } from '../../src/database/database.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { type Kind, makeGroup } from '../support/catalogue.ts';
import type { Reply } from '../support/merchant.ts';
import { uuidOf } from '../support/paying-cases.ts';
import { ticketBody } from '../support/refunding.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeSession,
  payingBody,
} from '../support/selling.ts';
import { anyProduct, newProduct, uniqueName } from './objects.ts';
import { callAt, MARKS, type Place, shopAt } from './places.ts';

/** An open checkout session; returns `cs_xxx`. */
export async function newSession(place: Place, kind: Kind): Promise<string> {
  const productId = await anyProduct(place, kind);
  const given = { orderMerchantExternalId: MARKS[place.environment] };
  return makeSession(shopAt(place, productId), given, place.environment);
}

/** What a buyer sends to pay a new session. */
export async function newPayment(place: Place, kind: Kind, card?: string) {
  return payingBody(place.test, await newSession(place, kind), card);
}

/** A paid order. */
export async function newOrder(place: Place, kind: Kind) {
  const { orderId } = dataOf(
    await callHere(place, `${kind}-order/create-order`, await newPayment(place, kind)),
  );
  const [payment] = await place.test.database.query<{ id: Id<'PAY'> }>(
    sql`select id from payment where order_id = ${decodeId('ORD', orderId)}`,
  );
  const paymentId = encodeId('PAY', payment?.id as Id<'PAY'>);
  return { orderId: orderId as string, paymentId };
}

/** A one-time order left pending by a declined card; returns `ORD_xxx`. */
export async function newPendingOrder(place: Place): Promise<string> {
  const body = await newPayment(place, 'onetime', DECLINED_CARD);
  await callHere(place, 'onetime-order/create-order', body);
  const [order] = await place.test.database.query<{ id: Id<'ORD'> }>(
    sql`select id from orders where checkout_session_id = ${uuidOf(body.checkoutSessionId)}`,
  );
  return encodeId('ORD', order?.id as Id<'ORD'>);
}

/** The body that requests another plan of the group for a new subscription. */
export async function newChangeBody(place: Place) {
  const { orderId } = await newOrder(place, 'subscription');
  const current = await anyProduct(place, 'subscription');
  const productId = await place.keep('another plan', async () => {
    const made = await newProduct(place, 'subscription');
    const owner = { merchant: place.owner, storeId: place.store.id };
    const rules = { selfServicePlanChange: true };
    const fields = { name: uniqueName(place), productIds: [current, made], rules };
    await makeGroup(owner, fields, place.environment);
    return made;
  });
  return { productId, originOrderId: orderId, currency: 'USD' };
}

/** An open session of a plan change; returns `cs_xxx`. */
export async function newChange(place: Place): Promise<string> {
  const { sessionId } = await callAt(place, 'checkout/create-session', await newChangeBody(place));
  return sessionId;
}

/** A canceled subscription that runs to the end of its period; returns `ORD_xxx`. */
export async function newCanceling(place: Place): Promise<string> {
  const { orderId } = await newOrder(place, 'subscription');
  dataOf(await callHere(place, 'subscription-order/cancel-order', { orderId }));
  return orderId;
}

/** A buyer's refund ticket that is waiting for review, and the request that created it. */
export async function newTicket(place: Place) {
  const body = ticketBody(await newOrder(place, 'onetime'));
  const { ticket } = dataOf(await callHere(place, 'refund-ticket/create-ticket', body));
  return { body, ticketId: ticket.id as string };
}

/** Calls as the buyer named by all session tokens of these tests. */
async function callHere(place: Place, path: string, body: unknown): Promise<Reply> {
  const { test, environment } = place;
  const token = await makeBuyerToken(shopAt(place), 'buyer-1', environment);
  return callAsBuyer(test, token, path, body, { environment });
}
