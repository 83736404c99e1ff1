import type Stripe from 'stripe';
import {
  type ChargeDeclined,
  type ChargeRequest,
  NOT_COMPLETED,
  type PaymentProvider,
} from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import { declineReason } from './decline-codes.ts';
import { createIntentReader, type IntentReader, PENDING } from './intent-outcome.ts';
import { PAYMENT_KEY } from './metadata.ts';
import {
  findStripeCharge,
  insertStripeCharge,
  keepDeclineReason,
  keepIntent,
  type StripeCharge,
  voidWithoutIntent,
} from './stripe.queries.ts';
import { toStripeAmount } from './stripe-amount.ts';
import { isRefusal, splitMethod, tokenParameters } from './tokens.ts';

type Charges = Pick<PaymentProvider, 'charge' | 'settle' | 'lookUp'>;

interface Parts {
  readonly stripe: Stripe;
  readonly database: Database;
  readonly intents: IntentReader;
}

/**
 * Charges at Stripe, in an order that a stop at any point survives: our row, the payment intent
 * (which moves no money), its id in the row, the confirmation. Idempotency keys are our payment's
 * id, so a repeated request is the same one.
 */
export function createStripeCharges(stripe: Stripe, database: Database): Charges {
  const parts = { stripe, database, intents: createIntentReader(stripe, database) };
  return {
    charge: (request) => charge(parts, request),
    settle: async (paymentId, now) => {
      const isVoided = true;
      await insertStripeCharge(database, { paymentId, customerId: null, isVoided, now });
      await voidWithoutIntent(database, paymentId);
      const found = await findCharge(database, paymentId);
      if (!found.intentId) return declined(NOT_COMPLETED);
      return parts.intents.settle({ ...found, intentId: found.intentId, paymentId }, now);
    },
    lookUp: async (paymentId) => {
      const [found] = await findStripeCharge(database, paymentId);
      if (found?.isVoided) return declined(NOT_COMPLETED);
      if (!found?.intentId) return PENDING;
      return parts.intents.lookUp({ ...found, intentId: found.intentId, paymentId });
    },
  };
}

async function charge(parts: Parts, request: ChargeRequest) {
  const { stripe, database, intents } = parts;
  const { paymentId, paymentToken, usage = 'once', now } = request;
  const saved = splitMethod(paymentToken);
  const amount = toStripeAmount(request.amount);
  if (amount === null) return declined('amount_not_supported');
  if (usage === 'renewal' && !saved) return declined('invalid_payment_token');
  const customerId = saved?.customerId ?? null;
  await insertStripeCharge(database, { paymentId, customerId, isVoided: false, now });
  const known = await findCharge(database, paymentId);
  if (known.isVoided) return declined(NOT_COMPLETED);
  const intent = await makeIntent(stripe, request, { amount, customerId: known.customerId });
  const [kept] = await keepIntent(database, paymentId, intent);
  // Voided meanwhile: the intent is never confirmed.
  if (!kept) return declined(NOT_COMPLETED);
  const own = { ...known, ...intent, paymentId };
  try {
    const confirmed = await stripe.paymentIntents.confirm(
      intent.intentId,
      {
        ...tokenParameters(paymentToken),
        ...(usage === 'renewal' ? { off_session: true } : {}),
        expand: ['latest_charge'],
      },
      { idempotencyKey: `${paymentId}/confirm` },
    );
    return intents.outcomeOf(own, confirmed);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const isCardError = error.type === 'StripeCardError';
    const reason = isCardError ? declineReason(error) : 'invalid_payment_token';
    await keepDeclineReason(database, paymentId, reason);
    return intents.giveUp(own);
  }
}

async function findCharge(database: Database, paymentId: string): Promise<StripeCharge> {
  const [found] = await findStripeCharge(database, paymentId);
  if (!found) throw new Error('A charge at Stripe was forgotten');
  return found;
}

/** The one intent of the payment, and the customer whom later charges need. */
async function makeIntent(
  stripe: Stripe,
  { paymentId, amount: money, usage }: ChargeRequest,
  { amount, customerId }: { readonly amount: number; readonly customerId: string | null },
): Promise<{ readonly intentId: string; readonly customerId: string | null }> {
  const metadata = { [PAYMENT_KEY]: paymentId };
  const isFirst = usage === 'first';
  const customer =
    isFirst && customerId === null
      ? (await stripe.customers.create({ metadata }, { idempotencyKey: `${paymentId}/customer` }))
          .id
      : customerId;
  const intent = await stripe.paymentIntents.create(
    {
      ...{ amount, currency: money.currency.toLowerCase(), metadata },
      allowed_payment_method_types: ['card'],
      ...(customer === null ? {} : { customer }),
      ...(isFirst ? { setup_future_usage: 'off_session' } : {}),
    },
    { idempotencyKey: `${paymentId}/intent` },
  );
  return { intentId: intent.id, customerId: customer };
}

function declined(reason: string): ChargeDeclined {
  return { status: 'declined', reason, reference: null, card: null };
}
