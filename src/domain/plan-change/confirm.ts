import type { Card, ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import { closeAfterDeclines, giveAttemptBack } from '../checkout-session/attempts.queries.ts';
import { completeSessionOfOrder } from '../checkout-session/checkout-session.queries.ts';
import type { SessionOrder } from '../order/order.queries.ts';
import { isCharging } from '../subscription/order-access.queries.ts';
import { NOT_SENT } from '../subscription/refused-method.ts';
import { scheduleChange } from '../subscription/scheduled-change.queries.ts';
import { endScheduledChange } from '../subscription/scheduled-change.ts';
import { lockSubscription } from '../subscription/subscription.queries.ts';
import { asRunning, type Subscription } from '../subscription/subscription.ts';
import { recordStatusEvent } from '../subscription/subscription-event.ts';
import { findOriginId, keepMethod } from '../subscription/switch-plan.queries.ts';
import { type BegunChange, beginChange, type Confirmation } from './begin-change.ts';
import { agreedAmount } from './change-agreement.ts';
import type { ChangeSession } from './change-session.queries.ts';
import type { ConfirmErrors } from './confirm-input.ts';
import { findPaidForPeriod } from './paid-for-period.ts';
import { changesAt, quoteChange } from './quote.ts';
import { switchPlan, targetFields } from './switch-plan.ts';

interface SavedMethod {
  readonly savedMethod: string;
  readonly card: Card | null;
}

/** A change whose charge is to be recorded, one without a charge, or one already confirmed. */
export type ChargedChange =
  | { readonly done: SessionOrder }
  | { readonly payment: PaymentKey; readonly outcome: ChargeSucceeded }
  | { readonly pendingOrderId: Id<'ORD'>; readonly clientSecret: string | null }
  | {
      readonly orderId: Id<'ORD'>;
      readonly storeId: Id<'STO'>;
      readonly session: ChangeSession;
      readonly saved: SavedMethod | null;
    };

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * The steps of a plan change before the answer's transaction: records the intent, charges once or
 * saves the method, records a decline. If it is interrupted, `settle-payments` records the outcome.
 */
export async function chargeChange(
  confirmation: Confirmation & { readonly transact: Transact },
  errors: ConfirmErrors,
): Promise<ChargedChange> {
  const { transact, now } = confirmation;
  const begun = await transact((tx) => beginChange(tx, confirmation, errors));
  if ('done' in begun) return begun;
  if ('save' in begun) return saveForChange(begun, confirmation, errors);
  const { provider, request, orderId, isRefused } = begun;
  const payment = { id: request.paymentId, storeId: confirmation.caller.storeId };
  const outcome = isRefused ? NOT_SENT : await ask(() => provider.charge(request), errors);
  if (outcome.status === 'succeeded') return { payment, outcome };
  if (outcome.status === 'pending') {
    return { pendingOrderId: orderId, clientSecret: outcome.clientSecret };
  }
  await transact((tx) => confirmation.ports.payments.fail(tx, payment, outcome, now));
  throw errors.declined(outcome.reason);
}

async function saveForChange(
  { orderId, session, save }: Extract<BegunChange, { readonly save: unknown }>,
  { caller: { storeId }, now, transact }: Confirmation & { readonly transact: Transact },
  errors: ConfirmErrors,
): Promise<ChargedChange> {
  if (!save) return { orderId, storeId, session, saved: null };
  const { provider, paymentToken } = save;
  const giveBack = () => transact((tx) => giveAttemptBack(tx, orderId, storeId));
  const asking = ask(() => provider.saveMethod({ orderId, paymentToken, now }), errors);
  const outcome = await asking.catch(async (error) => {
    await giveBack();
    throw error;
  });
  if (outcome.status === 'declined') {
    await transact((tx) => closeAfterDeclines(tx, orderId, storeId, now));
    throw errors.declined(outcome.reason);
  }
  if (outcome.status === 'pending') {
    await giveBack();
    return { pendingOrderId: orderId, clientSecret: outcome.clientSecret };
  }
  return { orderId, storeId, session, saved: outcome };
}

/** If the outcome is unknown, the payment stays pending until it is settled. */
async function ask<T>(call: () => Promise<T>, errors: ConfirmErrors): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw Object.assign(errors.providerFailed(), { cause });
  }
}

export interface ConfirmedChange {
  /** The `ORD_xxx` id of the new order. */
  readonly orderId: string;
  /** `active` once the plan has changed, `pending` until it does. */
  readonly status: string;
  readonly clientSecret?: string;
}

/** The step of a plan change inside the answer's transaction. */
export async function recordChange(
  tx: Tx,
  charged: ChargedChange,
  { ports, now }: Pick<Confirmation, 'ports' | 'now'>,
  errors: ConfirmErrors,
): Promise<ConfirmedChange> {
  if ('done' in charged) return viewOrder(charged.done.id, charged.done.status);
  if ('pendingOrderId' in charged) {
    const pending = viewOrder(charged.pendingOrderId, 'pending');
    const { clientSecret } = charged;
    return clientSecret === null ? pending : { ...pending, clientSecret };
  }
  if ('payment' in charged) {
    const orderId = await ports.payments.succeed(tx, charged.payment, charged.outcome, now);
    return viewOrder(orderId, 'active');
  }
  const { orderId, storeId, session, saved } = charged;
  const [completed] = await completeSessionOfOrder(tx, storeId, orderId);
  const [origin, target] = await lockBoth(tx, storeId, orderId, now, errors);
  const isNow = session.timing === 'immediate';
  if (!completed) {
    // The session ended while the card was being saved.
    const neverBegan = target.orderStatus !== 'pending' && target.periodNumber === null;
    if (neverBegan) throw errors.sessionExpired();
    // Another of several clicks was faster.
    return viewOrder(orderId, target.orderStatus);
  }
  if (origin.orderStatus !== 'active') throw errors.notChangeable(origin.orderStatus);
  if (saved) await keepMethod(tx, target, saved);
  const ready = { ...target, savedMethod: saved?.savedMethod ?? target.savedMethod };
  if (isNow) {
    await refuseLostCredit(tx, session, origin, errors);
    await switchPlan(tx, { target: ready, sold: null, savedMethod: null }, now);
  } else await schedule(tx, origin, ready, now);
  return viewOrder(orderId, isNow ? 'active' : 'pending');
}

/** Throws if the credit no longer covers the price: a payment may have been refunded meanwhile. */
async function refuseLostCredit(
  tx: Tx,
  session: ChangeSession,
  origin: Subscription,
  errors: ConfirmErrors,
): Promise<void> {
  const quote = quoteChange(session, asRunning(origin), await findPaidForPeriod(tx, origin));
  agreedAmount(quote, '0', origin.currency, errors);
}

/** Locks the subscription first, then the order that is to replace it. */
async function lockBoth(
  tx: Tx,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
  now: Date,
  errors: ConfirmErrors,
): Promise<readonly [Subscription, Subscription]> {
  const originId = await findOriginId(tx, storeId, orderId);
  const [origin] = originId ? await lockSubscription(tx, storeId, originId, now) : [];
  if (originId && (await isCharging(tx, storeId, originId))) throw errors.charging();
  const [target] = await lockSubscription(tx, storeId, orderId, now);
  if (!origin || !target) throw new Error('Plan change without its subscription');
  return [origin, target];
}

async function schedule(
  tx: Tx,
  origin: Subscription,
  target: Subscription,
  now: Date,
): Promise<void> {
  // The latest request replaces an earlier one.
  await endScheduledChange(tx, origin, 'canceled');
  await scheduleChange(tx, origin.storeId, origin.orderId, target.orderId);
  const more = {
    ...targetFields(target),
    targetAmount: formatAmount(target.firstMinor ?? target.totalMinor, target.currency),
    effectiveAt: toIso(changesAt(asRunning(origin))),
  };
  await recordStatusEvent(tx, 'subscription.plan_change_scheduled', origin, now, { more });
}

function viewOrder(orderId: Id<'ORD'>, status: string): ConfirmedChange {
  return { orderId: encodeId('ORD', orderId), status };
}
