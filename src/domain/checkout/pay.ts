import { z } from 'zod';
import type {
  ChargeOutcome,
  ChargeSucceeded,
  SaveOutcome,
} from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { closeAfterDeclines, giveAttemptBack } from '../checkout-session/attempts.queries.ts';
import { startTrial } from '../subscription/start-trial.ts';
import { releaseTrial } from '../subscription/trial-use.queries.ts';
import { type Attempt, type Begun, beginPayment } from './begin-payment.ts';
import type { PayingErrors } from './paying-input.ts';

/** A charge or a saved method to record, or an order that is already paid. */
export type Charged = Pick<Begun, 'successUrl' | 'paidStatus'> &
  (
    | { readonly paidOrderId: Id<'ORD'> }
    | {
        readonly trialOrderId: Id<'ORD'>;
        readonly storeId: Id<'STO'>;
        readonly savedMethod: string;
      }
    | { readonly payment: PaymentKey; readonly outcome: ChargeSucceeded }
    | { readonly pendingOrderId: Id<'ORD'>; readonly clientSecret: string | null }
  );

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * The steps of paying before the answer's transaction: records the intent, charges once, records a
 * decline. If it is interrupted, `settle-payments` asks the provider and records the outcome.
 */
export async function chargeSession(
  attempt: Attempt & { readonly transact: Transact },
  errors: PayingErrors,
): Promise<Charged> {
  const { transact, now } = attempt;
  const begun = await transact((tx) => beginPayment(tx, attempt, errors));
  const { successUrl, paidStatus } = begun;
  if ('paidOrderId' in begun) return begun;
  if ('save' in begun) {
    const { orderId } = begun.save;
    const { storeId } = attempt.caller;
    const giveBack = () => transact((tx) => giveAttemptBack(tx, orderId, storeId));
    const outcome = await saveMethod(begun, giveBack, errors);
    if (outcome.status === 'declined') {
      await transact((tx) =>
        Promise.all([
          releaseTrial(tx, storeId, orderId),
          closeAfterDeclines(tx, orderId, storeId, now),
        ]),
      );
      throw errors.declined(outcome.reason);
    }
    if (outcome.status === 'pending') {
      await giveBack();
      const { clientSecret } = outcome;
      return { pendingOrderId: orderId, clientSecret, successUrl, paidStatus };
    }
    const { savedMethod } = outcome;
    return { trialOrderId: orderId, storeId, savedMethod, successUrl, paidStatus };
  }
  const payment = { id: begun.request.paymentId, storeId: attempt.caller.storeId };
  const outcome = await charge(begun, errors);
  if (outcome.status === 'succeeded') return { payment, outcome, successUrl, paidStatus };
  if (outcome.status === 'pending') {
    const { clientSecret } = outcome;
    return { pendingOrderId: begun.orderId, clientSecret, successUrl, paidStatus };
  }
  await transact((tx) => attempt.ports.payments.fail(tx, payment, outcome, now));
  throw errors.declined(outcome.reason);
}

async function charge(
  { provider, request }: Extract<Begun, { readonly request: unknown }>,
  errors: PayingErrors,
): Promise<ChargeOutcome> {
  try {
    return await provider.charge(request);
  } catch (cause) {
    // Whether the card was charged is unknown; the payment stays pending until it is settled.
    throw Object.assign(errors.providerFailed(), { cause });
  }
}

async function saveMethod(
  { provider, save }: Extract<Begun, { readonly save: unknown }>,
  giveBack: () => Promise<void>,
  errors: PayingErrors,
): Promise<SaveOutcome> {
  try {
    return await provider.saveMethod(save);
  } catch (cause) {
    await giveBack();
    throw Object.assign(errors.providerFailed(), { cause });
  }
}

type Recording = Pick<Attempt, 'ports' | 'now'>;

export interface PaidOrder {
  /** `ORD_xxx`. */
  readonly orderId: string;
  readonly status: string;
  readonly successUrl: string | null;
  /** For the buyer to complete a step that their bank requires. */
  readonly clientSecret?: string;
}

/** Returned along with the order while the outcome of a payment attempt is pending. */
export const clientSecretOutput = z.string().optional();

/** The step of paying inside the answer's transaction: completes payment, order and session. */
export async function recordCharge(
  tx: Tx,
  charged: Charged,
  context: Recording,
  errors: PayingErrors,
): Promise<PaidOrder> {
  const { successUrl, paidStatus } = charged;
  if ('pendingOrderId' in charged) {
    const { pendingOrderId, clientSecret } = charged;
    const pending = { orderId: encodeId('ORD', pendingOrderId), status: 'pending', successUrl };
    return clientSecret === null ? pending : { ...pending, clientSecret };
  }
  const orderId = await recordOrder(tx, charged, context, errors);
  return { orderId: encodeId('ORD', orderId), status: paidStatus, successUrl };
}

async function recordOrder(
  tx: Tx,
  charged: Exclude<Charged, { readonly pendingOrderId: unknown }>,
  { ports, now }: Recording,
  errors: PayingErrors,
): Promise<Id<'ORD'>> {
  if ('paidOrderId' in charged) return charged.paidOrderId;
  if ('payment' in charged) {
    return ports.payments.succeed(tx, charged.payment, charged.outcome, now);
  }
  const { trialOrderId, storeId, savedMethod } = charged;
  const start = await startTrial(tx, { id: trialOrderId, storeId }, savedMethod, now);
  if (start === 'started') return trialOrderId;
  throw start === 'taken' ? errors.trialTaken() : errors.sessionExpired();
}
