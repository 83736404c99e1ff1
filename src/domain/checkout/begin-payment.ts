import type { BuyerCaller, TokenCaller } from '../../contract/caller.ts';
import type { ChargeRequest, PaymentProvider } from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, newId } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import {
  findSessionOrder,
  insertOrder,
  type OrderBuyer,
  type SessionOrder,
  updateOrderBuyer,
} from '../order/order.queries.ts';
import { insertPayment } from '../payment/payment.queries.ts';
import { lockCheckoutSession, type PayableSession } from './checkout.queries.ts';
import type { PayingErrors, PayingInput } from './paying-input.ts';

/** Milliseconds in which the process that charges records the outcome; then the worker asks. */
const LEASE_MS = 60_000;

/** Who pays: a buyer on the hosted page, or one with a session token. */
export type Payer = BuyerCaller | TokenCaller;

export interface Attempt {
  readonly input: PayingInput;
  readonly caller: Payer;
  readonly ports: Pick<Ports, 'paymentProviders'>;
  readonly now: Date;
}

/** What is to be charged, its intent recorded; or the order that is paid already. */
export type Begun =
  | { readonly paidOrderId: Id<'ORD'>; readonly successUrl: string | null }
  | {
      readonly provider: PaymentProvider;
      readonly request: ChargeRequest & { readonly paymentId: Id<'PAY'> };
      readonly successUrl: string | null;
    };

/**
 * Records the intent to pay: the session's one order as pending, and a pending payment under the id
 * that the provider will see. Throws when the session cannot be paid, or is being paid right now.
 */
export async function beginPayment(tx: Tx, attempt: Attempt, errors: PayingErrors): Promise<Begun> {
  const { input, caller, ports } = attempt;
  // The second statement sees what was committed while the first waited for the lock.
  const [[session], [order]] = await Promise.all([
    lockCheckoutSession(tx, input.checkoutSessionId, caller.storeId, caller.environment),
    findSessionOrder(tx, input.checkoutSessionId),
  ]);
  if (!session) throw errors.sessionNotFound();
  const { successUrl } = session;
  if (session.status === 'completed' && order) return { paidOrderId: order.id, successUrl };
  refuseUnpayable(session, attempt, errors);
  const provider = ports.paymentProviders[caller.environment];
  if (!provider) throw errors.noProvider();
  if (order?.charging) throw errors.charging();
  const request = await recordIntent(tx, attempt, session, order, provider.name);
  return { provider, request, successUrl };
}

function refuseUnpayable(session: PayableSession, attempt: Attempt, errors: PayingErrors): void {
  const { input, now } = attempt;
  if (session.status !== 'open' || session.expiresAt <= now) throw errors.sessionExpired();
  if (session.storeStatus !== 'active') throw errors.storeInactive();
  if (!session.paymentMethods.includes(input.paymentMethod)) {
    throw errors.unavailableMethod(input.paymentMethod);
  }
  if (session.productKind !== 'onetime') throw errors.notImplemented();
}

async function recordIntent(
  tx: Tx,
  { input, caller, now }: Attempt,
  session: PayableSession,
  order: SessionOrder | undefined,
  provider: string,
) {
  const { currency, amountMinor } = session;
  const buyer: OrderBuyer = {
    email: input.buyerEmail,
    identity: caller.buyerIdentity,
    billingDetail: input.billingDetail,
  };
  const orderId = order?.id ?? newId('ORD', now);
  const paymentId = newId('PAY', now);
  await Promise.all([
    order
      ? updateOrderBuyer(tx, orderId, buyer, now)
      : insertOrder(tx, { id: orderId, sessionId: session.id, createdAt: now }, buyer),
    insertPayment(tx, {
      ...{ id: paymentId, orderId, storeId: caller.storeId, environment: caller.environment },
      ...{ currency, amountMinor, method: input.paymentMethod, provider },
      ...{ leasedUntil: addMs(now, LEASE_MS), createdAt: now },
    }),
  ]);
  return { paymentId, paymentToken: input.paymentToken, amount: { currency, amountMinor }, now };
}
