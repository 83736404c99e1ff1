import type { ChargeOutcome, ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { completePayment } from '../order/complete-payment.ts';
import { markPaymentFailed } from '../payment/payment.queries.ts';
import { type Attempt, type Begun, beginPayment } from './begin-payment.ts';
import type { PayingErrors } from './paying-input.ts';

/** A charge that succeeded and is to be recorded, or an order that is paid already. */
export type Charged =
  | { readonly paidOrderId: Id<'ORD'>; readonly successUrl: string | null }
  | {
      readonly paymentId: Id<'PAY'>;
      readonly outcome: ChargeSucceeded;
      readonly successUrl: string | null;
    };

/**
 * The steps of paying before the answer's transaction: records the intent, charges once, records a
 * decline. Whatever stops it in between, `settle-payments` asks the provider and records the rest.
 */
export async function chargeSession(
  attempt: Attempt & { transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  errors: PayingErrors,
): Promise<Charged> {
  const { transact, now } = attempt;
  const begun = await transact((tx) => beginPayment(tx, attempt, errors));
  if ('paidOrderId' in begun) return begun;
  const { paymentId } = begun.request;
  const outcome = await charge(begun, errors);
  if (outcome.status === 'succeeded') {
    return { paymentId, outcome, successUrl: begun.successUrl };
  }
  await transact((tx) => markPaymentFailed(tx, paymentId, outcome, now));
  throw errors.declined(outcome.reason);
}

async function charge(
  { provider, request }: Exclude<Begun, { readonly paidOrderId: unknown }>,
  errors: PayingErrors,
): Promise<ChargeOutcome> {
  try {
    return await provider.charge(request);
  } catch (cause) {
    // Whether it was charged is unknown here; the payment stays pending until it is settled.
    throw Object.assign(errors.providerFailed(), { cause });
  }
}

export interface PaidOrder {
  /** `ORD_xxx`. */
  readonly orderId: string;
  readonly status: string;
  readonly successUrl: string | null;
}

/** The step of paying inside the answer's transaction: completes payment, order and session. */
export async function recordCharge(tx: Tx, charged: Charged, now: Date): Promise<PaidOrder> {
  const { successUrl } = charged;
  const orderId =
    'paidOrderId' in charged
      ? charged.paidOrderId
      : await completePayment(tx, charged.paymentId, charged.outcome, now);
  return { orderId: encodeId('ORD', orderId), status: 'completed', successUrl };
}
