import Stripe from 'stripe';
import {
  type ChargeOutcome,
  type ChargePending,
  NOT_COMPLETED,
} from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import { cardOf } from './card.ts';
import { declineReason } from './decline-codes.ts';
import { findRefusedMethod } from './refused-method.ts';
import { findStripeCharge, keepDecline, type StripeCharge } from './stripe.queries.ts';
import { idOf, joinMethod } from './tokens.ts';

/** Milliseconds that a buyer has for the bank's step. */
const STEP_MS = 30 * 60_000;

export const PENDING: ChargePending = { status: 'pending', reference: null, clientSecret: null };

/** A charge whose intent is known. */
export type OpenCharge = Pick<StripeCharge, 'customerId' | 'createdAt'> & {
  readonly paymentId: string;
  readonly intentId: string;
};

export interface IntentReader {
  /**
   * The outcome of an intent's state. A declined intent is canceled, so that it can't succeed
   * later.
   */
  outcomeOf(charge: OpenCharge, intent: Stripe.PaymentIntent): Promise<ChargeOutcome>;
  /** Queries the intent; an unconfirmed one is pending. */
  lookUp(charge: OpenCharge): Promise<ChargeOutcome>;
  /** Queries the intent; one that was never confirmed, or has waited too long, is canceled. */
  settle(charge: OpenCharge, now: Date): Promise<ChargeOutcome>;
  /**
   * Cancels the intent; returns its final outcome, because it may have succeeded in the meantime.
   */
  giveUp(charge: OpenCharge): Promise<ChargeOutcome>;
}

/** Converts payment intents to outcomes. */
export function createIntentReader(stripe: Stripe, database: Database): IntentReader {
  const expand = ['latest_charge'];
  const retrieve = (charge: OpenCharge) =>
    stripe.paymentIntents.retrieve(charge.intentId, { expand });

  async function giveUp(charge: OpenCharge): Promise<ChargeOutcome> {
    try {
      // Without an idempotency key: a refusal must not be replayed, because the state may change.
      return await ended(charge, await stripe.paymentIntents.cancel(charge.intentId, { expand }));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      return ended(charge, await retrieve(charge));
    }
  }

  async function outcomeOf(
    charge: OpenCharge,
    intent: Stripe.PaymentIntent,
  ): Promise<ChargeOutcome> {
    const problem = intent.last_payment_error;
    if (intent.status !== 'requires_payment_method' || !problem) return ended(charge, intent);
    const refusedMethod = await findRefusedMethod(stripe, problem, savedBy(problem, charge));
    const declined = { reason: declineReason(problem), refusedMethod };
    await keepDecline(database, charge.paymentId, declined);
    return giveUp(charge);
  }

  async function ended(charge: OpenCharge, intent: Stripe.PaymentIntent): Promise<ChargeOutcome> {
    const { id: reference, status } = intent;
    if (status === 'succeeded') return succeeded(charge, intent);
    if (status === 'canceled') {
      const [known] = await findStripeCharge(database, charge.paymentId);
      const reason = known?.declineReason ?? NOT_COMPLETED;
      const card = cardOf(intent.last_payment_error?.payment_method?.card);
      const refusedMethod = known?.refusedMethod ?? null;
      return { status: 'declined', reason, reference, card, refusedMethod };
    }
    const isWaiting = status === 'requires_action';
    return { status: 'pending', reference, clientSecret: isWaiting ? intent.client_secret : null };
  }

  return {
    outcomeOf,
    giveUp,
    lookUp: async (charge) => outcomeOf(charge, await retrieve(charge)),
    settle: async (charge, now) => {
      const intent = await retrieve(charge);
      const { status } = intent;
      const isOver = now.getTime() - charge.createdAt.getTime() > STEP_MS;
      const neverConfirmed =
        status === 'requires_confirmation' ||
        (status === 'requires_payment_method' && !intent.last_payment_error);
      if (neverConfirmed || (status === 'requires_action' && isOver)) return giveUp(charge);
      return outcomeOf(charge, intent);
    },
  };
}

/** The customer's method that was declined; null for a charge that saves none. */
function savedBy(
  problem: Stripe.PaymentIntent.LastPaymentError,
  { customerId }: OpenCharge,
): string | null {
  const { payment_method: method } = problem;
  return customerId && method ? joinMethod(customerId, method.id) : null;
}

function succeeded({ customerId }: OpenCharge, intent: Stripe.PaymentIntent): ChargeOutcome {
  const { id: reference, latest_charge: charge, payment_method: method } = intent;
  const details = typeof charge === 'string' ? null : charge?.payment_method_details;
  const savedMethod = customerId && method ? joinMethod(customerId, idOf(method)) : null;
  return { status: 'succeeded', reference, card: cardOf(details?.card), savedMethod };
}
