import { timingSafeEqual } from 'node:crypto';
import type { BuyerCaller, TokenCaller } from '../../contract/caller.ts';
import type {
  ChargeRequest,
  PaymentProvider,
  SaveRequest,
} from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import { leaveToCommit, type Tx } from '../../database/database.ts';
import { type Id, newId } from '../../kit/id.ts';
import { formatAmount, parseAmount } from '../../kit/money.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { MAX_DECLINES, takeAttempt } from '../checkout-session/attempts.queries.ts';
import {
  lockCheckoutSession,
  type PayableSession,
} from '../checkout-session/checkout-session.queries.ts';
import {
  findSessionOrder,
  insertOrder,
  type OrderBuyer,
  type SessionOrder,
  updateOrderBuyer,
} from '../order/order.queries.ts';
import { CHARGE_LEASE_MS, insertPayment } from '../payment/payment.queries.ts';
import type { ProductKind } from '../product/product.ts';
import { beginSubscription } from '../subscription/begin-subscription.ts';
import { FIRST_PERIOD } from '../subscription/subscription.ts';
import type { PayingErrors, PayingInput } from './paying-input.ts';

/** Who pays: a buyer on the hosted page, or one with a session token. */
export type Payer = BuyerCaller | TokenCaller;

export interface Attempt {
  readonly input: PayingInput;
  readonly caller: Payer;
  readonly ports: Pick<Ports, 'paymentProviders' | 'payments'>;
  readonly now: Date;
  /** The kind of product that can be paid for here. Absent: either kind. */
  readonly kind?: ProductKind;
}

interface Payable {
  readonly successUrl: string | null;
  /** The order's status once it is paid. */
  readonly paidStatus: 'completed' | 'active';
}

/** The charge to make, its intent recorded, or the order if it is already paid. */
export type Begun = Payable &
  (
    | { readonly paidOrderId: Id<'ORD'> }
    | { readonly provider: PaymentProvider; readonly save: SaveRequest & { orderId: Id<'ORD'> } }
    | {
        readonly provider: PaymentProvider;
        readonly orderId: Id<'ORD'>;
        readonly request: ChargeRequest & { readonly paymentId: Id<'PAY'> };
      }
  );

/**
 * Records the intent to pay: the session's one order as pending, and a pending payment under the id
 * that the provider will see. Throws if the session cannot be paid or a payment is in progress.
 */
export async function beginPayment(tx: Tx, attempt: Attempt, errors: PayingErrors): Promise<Begun> {
  const { input, caller, ports, now } = attempt;
  // The second statement sees everything committed while the first waited for the lock.
  const [[session], [order]] = await Promise.all([
    lockCheckoutSession(tx, input.checkoutSessionId, caller.storeId, caller.environment, now),
    findSessionOrder(tx, caller.storeId, input.checkoutSessionId),
  ]);
  if (!session) throw errors.sessionNotFound();
  if (attempt.kind && attempt.kind !== session.productKind) {
    throw errors.otherKind(session.productKind);
  }
  const { successUrl } = session;
  const paidStatus = session.productKind === 'onetime' ? 'completed' : 'active';
  const payable = { successUrl, paidStatus } as const;
  if (session.status === 'completed' && order) {
    if (!isPayer(attempt, order)) throw errors.alreadyPaid();
    return { paidOrderId: order.id, ...payable };
  }
  refuseUnpayable(session, order, attempt, errors);
  const provider = ports.paymentProviders[caller.environment];
  if (!provider) throw errors.noProvider();
  if (order?.charging) throw errors.charging();
  // An attempt is left, and the session's lock keeps other calls from using it.
  leaveToCommit(takeAttempt(tx, session.id, caller.storeId));
  const intent = await recordIntent(tx, attempt, session, order, provider.name);
  refuseOtherAmount(intent.amount, attempt, session, errors);
  const { paymentToken } = input;
  const { amount, orderId, paymentId } = intent;
  if (amount === null) return { provider, save: { orderId, paymentToken, now }, ...payable };
  const usage = session.productKind === 'onetime' ? 'once' : 'first';
  const money = { currency: session.currency, amountMinor: amount };
  const request = { paymentId, paymentToken, amount: money, usage, now } as const;
  return { provider, orderId, request, ...payable };
}

/** Whether the caller proves the order's identity or repeats the payment token that paid for it. */
function isPayer({ input, caller }: Attempt, order: SessionOrder): boolean {
  const { buyerIdentity } = caller;
  if (buyerIdentity !== null && buyerIdentity === order.buyerIdentity) return true;
  const hash = order.payerTokenHash;
  return hash !== null && timingSafeEqual(hash, secretCodeHash(input.paymentToken));
}

function refuseUnpayable(
  session: PayableSession,
  order: SessionOrder | undefined,
  { input, now }: Attempt,
  errors: PayingErrors,
): void {
  if (session.declines >= MAX_DECLINES && !order?.charging) throw errors.tooManyDeclines();
  if (session.status !== 'open' || session.expiresAt <= now) throw errors.sessionExpired();
  if (session.storeStatus !== 'active') throw errors.storeInactive();
  if (session.isDeactivated) throw errors.productInactive();
  if (!session.paymentMethods.includes(input.paymentMethod)) {
    throw errors.unavailableMethod(input.paymentMethod);
  }
}

/**
 * A page that showed a trial must not charge the full price to a buyer who isn't eligible for one.
 */
function refuseOtherAmount(
  amount: bigint | null,
  { input }: Attempt,
  { currency }: PayableSession,
  errors: PayingErrors,
): void {
  if (input.amountDue === undefined) return;
  const due = amount ?? 0n;
  if (parseAmount(input.amountDue, currency) !== due) {
    throw errors.otherAmount(`${formatAmount(due, currency)} ${currency}`);
  }
}

interface Intent {
  readonly orderId: Id<'ORD'>;
  readonly paymentId: Id<'PAY'>;
  /** Null: nothing is charged and no payment is recorded. */
  readonly amount: bigint | null;
}

async function recordIntent(
  tx: Tx,
  attempt: Attempt,
  session: PayableSession,
  order: SessionOrder | undefined,
  provider: string,
): Promise<Intent> {
  const { input, caller, now } = attempt;
  const { storeId, environment } = caller;
  const buyer: OrderBuyer = {
    email: input.buyerEmail,
    identity: caller.buyerIdentity ?? order?.buyerIdentity ?? null,
    billingDetail: input.billingDetail,
    payerTokenHash: secretCodeHash(input.paymentToken),
  };
  const orderId = order?.id ?? newId('ORD', now);
  const leasedUntil = addMs(now, CHARGE_LEASE_MS);
  const { id: sessionId, at: createdAt } = session;
  leaveToCommit(
    order
      ? updateOrderBuyer(tx, storeId, orderId, buyer, session.at)
      : insertOrder(tx, { id: orderId, storeId, sessionId, createdAt }, buyer),
  );
  const amount =
    session.productKind === 'onetime'
      ? session.amountMinor
      : await beginSubscription(tx, {
          ...{ session, storeId, environment, orderId, buyer, provider, now },
          ...{ paymentMethod: input.paymentMethod, heldUntil: leasedUntil },
        });
  const paymentId = newId('PAY', now);
  if (amount !== null) {
    const inserted = insertPayment(tx, {
      ...{ id: paymentId, orderId, storeId, environment, provider, leasedUntil, createdAt },
      ...{ currency: session.currency, amountMinor: amount, method: input.paymentMethod },
      periodNumber: session.productKind === 'onetime' ? null : FIRST_PERIOD,
    });
    leaveToCommit(inserted);
  }
  return { orderId, paymentId, amount };
}
