import type { BuyerCaller } from '../../contract/caller.ts';
import type { ChargeRequest, PaymentProvider } from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, newId } from '../../kit/id.ts';
import { least, lessCredit } from '../../kit/proration.ts';
import { addMs } from '../../kit/time.ts';
import { MAX_DECLINES, takeAttempt } from '../checkout-session/attempts.queries.ts';
import { findSessionOrder, insertOrder, type SessionOrder } from '../order/order.queries.ts';
import { CHARGE_LEASE_MS, insertPayment } from '../payment/payment.queries.ts';
import { countFailedChanges, isCharging } from '../subscription/order-access.queries.ts';
import { isRefused } from '../subscription/refused-method.ts';
import { findSubscriptions, lockSubscription } from '../subscription/subscription.queries.ts';
import { asRunning, FIRST_PERIOD, type Subscription } from '../subscription/subscription.ts';
import { holdSubscription, putChangedSubscription } from '../subscription/switch-plan.queries.ts';
import { agreedAmount, chooseMethod, type PayWith } from './change-agreement.ts';
import { type ChangeSession, lockChangeSession } from './change-session.queries.ts';
import type { ConfirmErrors, ConfirmInput } from './confirm-input.ts';
import { findPaidForPeriod } from './paid-for-period.ts';
import { type ChangeQuote, quoteChange } from './quote.ts';

export interface Confirmation {
  readonly input: ConfirmInput;
  readonly caller: BuyerCaller;
  readonly ports: Pick<Ports, 'paymentProviders' | 'payments'>;
  readonly now: Date;
}

/**
 * The step to take for a change, its intent recorded, or the order of a change already confirmed.
 */
export type BegunChange =
  | { readonly done: SessionOrder }
  | {
      readonly orderId: Id<'ORD'>;
      readonly provider: PaymentProvider;
      readonly request: ChargeRequest & { readonly paymentId: Id<'PAY'> };
      /** The bank has permanently refused the saved method: the request fails without being sent. */
      readonly isRefused: boolean;
    }
  | {
      readonly orderId: Id<'ORD'>;
      readonly session: ChangeSession;
      /** Null keeps the subscription's own payment method. */
      readonly save: { readonly provider: PaymentProvider; readonly paymentToken: string } | null;
    };

/**
 * Records the intent to change a plan: the session's one order as pending and, if something is due,
 * a pending payment. Throws if the subscription cannot be changed or is being charged.
 */
export async function beginChange(
  tx: Tx,
  confirmation: Confirmation,
  errors: ConfirmErrors,
): Promise<BegunChange> {
  const { input, caller, now } = confirmation;
  const id = input.checkoutSessionId;
  const [[session], [order]] = await Promise.all([
    lockChangeSession(tx, id, caller.storeId, caller.environment),
    findSessionOrder(tx, caller.storeId, id),
  ]);
  if (!session) throw errors.sessionNotFound();
  const { buyerIdentity } = caller;
  if (buyerIdentity !== null && buyerIdentity !== session.buyerIdentity) throw errors.otherBuyer();
  if (session.status === 'completed' && order) {
    if (await neverBegan(tx, session.storeId, order, now)) throw errors.sessionExpired();
    return { done: order };
  }
  if (session.declines >= MAX_DECLINES && !order?.charging) throw errors.tooManyDeclines();
  if (session.status !== 'open' || session.expiresAt <= now) throw errors.sessionExpired();
  if (session.storeStatus !== 'active') throw errors.storeInactive();
  const origin = await lockChangeable(tx, session, confirmation, errors);
  const paidMinor = await findPaidForPeriod(tx, origin);
  const quote = quoteChange(session, asRunning(origin), paidMinor);
  const dueMinor = agreedAmount(quote, input.amountDue, origin.currency, errors);
  const payWith = chooseMethod(session, origin, confirmation, dueMinor > 0n, errors);
  const orderId = order?.id ?? newId('ORD', now);
  if (!order) await insertChangeOrder(tx, session, origin, orderId);
  const plan = { session, origin, quote, dueMinor, payWith };
  if (dueMinor > 0n || payWith.paymentToken !== null) {
    const taken = await takeAttempt(tx, session.id, session.storeId);
    if (taken.length === 0) throw errors.tooManyDeclines();
  }
  return recordIntent(tx, confirmation, plan, orderId);
}

/** Whether a confirmed change was withdrawn or declined before its first period began. */
async function neverBegan(
  tx: Tx,
  storeId: Id<'STO'>,
  { id, status }: SessionOrder,
  now: Date,
): Promise<boolean> {
  if (status !== 'canceled' && status !== 'closed') return false;
  const [target] = await findSubscriptions(tx, storeId, [id], now);
  return target?.periodNumber === null;
}

/** Locks the subscription. It must be active, with no charge in progress. */
async function lockChangeable(
  tx: Tx,
  { storeId, originOrderId }: ChangeSession,
  { now }: Confirmation,
  errors: ConfirmErrors,
): Promise<Subscription> {
  // Check before locking, because a charge's outcome locks in the other order, and again
  // afterwards, because a renewal may have started while we waited.
  if (await isCharging(tx, storeId, originOrderId)) throw errors.charging();
  const [origin] = await lockSubscription(tx, storeId, originOrderId, now);
  if (!origin) throw new Error('Plan change without its subscription');
  if (await isCharging(tx, storeId, originOrderId)) throw errors.charging();
  if (origin.orderStatus !== 'active') throw errors.notChangeable(origin.orderStatus);
  // It can't be renewed or ended while a change is being charged: one attempt after the other, never
  // finished, would keep it running unpaid.
  if ((await countFailedChanges(tx, origin)) >= MAX_DECLINES) throw errors.tooManyDeclines();
  return origin;
}

interface Plan {
  readonly session: ChangeSession;
  readonly origin: Subscription;
  readonly quote: ChangeQuote;
  readonly dueMinor: bigint;
  readonly payWith: PayWith;
}

async function recordIntent(
  tx: Tx,
  { now }: Confirmation,
  { session, origin, quote, dueMinor, payWith }: Plan,
  orderId: Id<'ORD'>,
): Promise<BegunChange> {
  const { storeId, environment, timing, billingPeriod, amountMinor } = session;
  const { provider, paymentMethod, paymentToken } = payWith;
  const { at, currency } = origin;
  const isNow = timing === 'immediate';
  const scope = { storeId, environment, orderId };
  const holder = paymentToken === null ? origin.provider : (provider as PaymentProvider).name;
  const carried = least(lessCredit(amountMinor, dueMinor), quote.unusedMinor);
  await putChangedSubscription(tx, {
    ...{ ...scope, billingPeriod, paymentMethod, provider: holder },
    firstMinor: isNow ? dueMinor : quote.firstMinor,
    carriedMinor: isNow ? carried : 0n,
  });
  const leasedUntil = addMs(now, CHARGE_LEASE_MS);
  if (isNow) await holdSubscription(tx, origin, leasedUntil);
  if (dueMinor === 0n || !provider) {
    const save = paymentToken !== null && provider ? { provider, paymentToken } : null;
    return { orderId, session, save };
  }
  const paymentId = newId('PAY', now);
  await insertPayment(tx, {
    ...{ ...scope, id: paymentId, provider: provider.name, currency, amountMinor: dueMinor },
    ...{ method: paymentMethod, periodNumber: FIRST_PERIOD, leasedUntil, createdAt: at },
  });
  const request = {
    ...{ paymentId, amount: { amountMinor: dueMinor, currency }, now },
    paymentToken: paymentToken ?? origin.savedMethod ?? '',
    usage: paymentToken === null ? 'renewal' : 'first',
  } as const;
  const usesRefused = paymentToken === null && isRefused(origin, origin.savedMethod);
  return { orderId, provider, request, isRefused: usesRefused };
}

/** The new order's buyer is the subscription's. */
function insertChangeOrder(
  tx: Tx,
  { id }: ChangeSession,
  origin: Subscription,
  orderId: Id<'ORD'>,
): Promise<void> {
  const { storeId, buyerEmail: email, buyerIdentity: identity, billingDetail, at } = origin;
  const buyer = { email, identity, billingDetail, payerTokenHash: null };
  return insertOrder(tx, { id: orderId, storeId, sessionId: id, createdAt: at }, buyer);
}
