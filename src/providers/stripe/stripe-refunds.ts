import Stripe from 'stripe';
import type { SuccessfulCharge } from '../../contract/charge.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import {
  CHARGE_DISPUTED,
  type ExternalRefund,
  type RefundOutcome,
  type RefundRequest,
} from '../../contract/refund.ts';
import { REFUND_KEY } from './metadata.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amount.ts';

const { StripeInvalidRequestError } = Stripe.errors;
/** Stripe's code for an account that can't pay for the refund now. */
const BALANCE = 'balance_insufficient';
/** Stripe's reason for a pending refund that failed because of a dispute. */
const DISPUTED_MEANWHILE = 'charge_for_pending_refund_disputed';
const EXCEEDS = 'amount_exceeds_charge';
const DECLINED = 'refund_declined';
const NOT_FOUND = 'charge_not_found';
/** Our reasons for Stripe's codes. */
const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['charge_already_refunded', EXCEEDS],
  ['amount_too_large', EXCEEDS],
  ['charge_disputed', CHARGE_DISPUTED],
  ['refund_disputed_payment', CHARGE_DISPUTED],
  ['resource_missing', NOT_FOUND],
]);
type Refusal = InstanceType<typeof StripeInvalidRequestError>;

/** Sends a refund under the given idempotency key. */
type Send = (idempotencyKey: string) => Promise<Stripe.Refund>;
/** Keys of one refund, in case Stripe keeps refusals for longer than the promised day. */
const MAX_KEYS = 50;
/** Refunds in one page of a list. */
const PAGE = 100;

/** Refunds at Stripe; our refund's ID begins the idempotency key and is part of the metadata. */
export function createStripeRefunds(
  stripe: Stripe,
): Pick<PaymentProvider, 'refund' | 'settleRefund' | 'listExternalRefunds'> {
  return {
    refund: async (request) => {
      const { refundId, chargeReference, amount: money } = request;
      const amount = toStripeAmount(money);
      if (chargeReference === null) return failed(NOT_FOUND);
      if (amount === null) return failed('amount_not_supported');
      const metadata = { [REFUND_KEY]: refundId };
      try {
        const given = { payment_intent: chargeReference, amount, metadata };
        const send: Send = (idempotencyKey) => stripe.refunds.create(given, { idempotencyKey });
        return outcomeOf(await sendUntilFresh(send, `${refundId}/refund`));
      } catch (error) {
        if (!isRefusedRefund(error)) throw error;
        return failed(reasonOf(error));
      }
    },
    settleRefund: async (request) => {
      const refund = await findRefund(stripe, request);
      return refund && outcomeOf(refund);
    },
    listExternalRefunds: async ({ chargeReference }: SuccessfulCharge) => {
      if (chargeReference === null) return [];
      const found: ExternalRefund[] = [];
      for await (const refund of listRefunds(stripe, chargeReference)) {
        if (refund.metadata?.[REFUND_KEY] === undefined) found.push(externalRefund(refund));
      }
      return found;
    },
  };
}

/**
 * Stripe repeats a key's first answer for a day, also that the balance was too low. Such a repeated
 * refusal proves that nothing was refunded under the key, so that the next key can't refund twice.
 */
async function sendUntilFresh(send: Send, key: string, nth = 1): Promise<Stripe.Refund> {
  try {
    return await send(nth === 1 ? key : `${key}/${nth}`);
  } catch (error) {
    if (nth === MAX_KEYS || !isRepeatedRefusal(error)) throw error;
    return sendUntilFresh(send, key, nth + 1);
  }
}

function isRepeatedRefusal(error: unknown): boolean {
  const isRefusal = error instanceof StripeInvalidRequestError && error.code === BALANCE;
  return isRefusal && error.headers?.['idempotent-replayed'] === 'true';
}

/** Whether Stripe will never execute it. The account's balance may suffice later. */
function isRefusedRefund(error: unknown): error is Refusal {
  return error instanceof StripeInvalidRequestError && error.code !== BALANCE;
}

/** A refund of more than is left has no code, only the parameter. */
function reasonOf({ code, param }: Refusal): string {
  return REASONS.get(code) ?? (code === undefined && param === 'amount' ? EXCEEDS : DECLINED);
}

/** Reads the list from the charge, so it includes the latest refunds. */
async function findRefund(
  stripe: Stripe,
  { refundId, chargeReference }: RefundRequest,
): Promise<Stripe.Refund | null> {
  if (chargeReference === null) return null;
  for await (const refund of listRefunds(stripe, chargeReference)) {
    if (refund.metadata?.[REFUND_KEY] === refundId) return refund;
  }
  return null;
}

function listRefunds(stripe: Stripe, chargeReference: string): AsyncIterable<Stripe.Refund> {
  return stripe.refunds.list({ payment_intent: chargeReference, limit: PAGE });
}

function externalRefund(refund: Stripe.Refund): ExternalRefund {
  const { id: reference, amount, currency: code } = refund;
  const currency = code.toUpperCase();
  const amountMinor = fromStripeAmount(amount, currency);
  if (amountMinor === null) {
    throw new Error(`Stripe refunds a fraction of a minor unit: ${reference}`);
  }
  return { reference, amount: { amountMinor, currency }, outcome: outcomeOf(refund) };
}

/** Stripe's other reasons, such as a lost card, aren't passed on: the buyer's bank has refused. */
function outcomeOf({ id, status, failure_reason: why }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { status, reference: id };
  if (status === 'failed' || status === 'canceled') {
    const reason = why === DISPUTED_MEANWHILE ? CHARGE_DISPUTED : DECLINED;
    return { status: 'failed', reason, reference: id };
  }
  return { status: 'pending', reference: id };
}

function failed(reason: string): RefundOutcome {
  return { status: 'failed', reason, reference: null };
}
