import type Stripe from 'stripe';
import {
  type ChargeDeclined,
  type ChargeOutcome,
  type ChargeRequest,
  NOT_COMPLETED,
  type PaymentProvider,
} from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import { refusalReason, UNEXPECTED_STATE } from './decline-codes.ts';
import {
  createIntentReader,
  type IntentReader,
  type OpenCharge,
  PENDING,
} from './intent-outcome.ts';
import { PAYMENT_KEY } from './metadata.ts';
import { findRefusedMethod } from './refused-method.ts';
import {
  findStripeCharge,
  insertStripeCharge,
  keepDecline,
  keepIntent,
  type StripeCharge,
  voidWithoutIntent,
} from './stripe.queries.ts';
import { toStripeAmount } from './stripe-amount.ts';
import { CARDS_ONLY, isRefusal, type Refusal, splitMethod, tokenParameters } from './tokens.ts';

/** Charges of a batch in progress at the same time: Stripe limits requests per second. */
const AT_ONCE = 8;

type Charges = Pick<PaymentProvider, 'charge' | 'chargeAll' | 'settle' | 'lookUp'>;

interface Parts {
  readonly stripe: Stripe;
  readonly database: Database;
  readonly intents: IntentReader;
}

/**
 * Charges at Stripe, in an order that survives a crash at any point: our row, the payment intent
 * (which moves no money), its ID in the row, the confirmation. Idempotency keys are our payment's
 * ID, so a repeated request is the same one.
 */
export function createStripeCharges(stripe: Stripe, database: Database): Charges {
  const parts = { stripe, database, intents: createIntentReader(stripe, database) };
  return {
    charge: (request) => charge(parts, request),
    chargeAll: (requests) => chargeAll(parts, requests),
    settle: async (paymentId, now) => {
      const isVoided = true;
      await insertStripeCharge(database, { paymentId, customerId: null, isVoided, now });
      await voidWithoutIntent(database, paymentId);
      const found = await findCharge(database, paymentId);
      if (!found.intentId) return voided(found);
      return parts.intents.settle({ ...found, intentId: found.intentId, paymentId }, now);
    },
    lookUp: async (paymentId) => {
      const [found] = await findStripeCharge(database, paymentId);
      if (found?.isVoided) return voided(found);
      if (!found?.intentId) return PENDING;
      return parts.intents.lookUp({ ...found, intentId: found.intentId, paymentId });
    },
  };
}

async function charge(parts: Parts, request: ChargeRequest): Promise<ChargeOutcome> {
  const { database } = parts;
  const { paymentId, paymentToken, usage = 'once', now } = request;
  const saved = splitMethod(paymentToken);
  const amount = toStripeAmount(request.amount);
  if (amount === null) return declined('amount_not_supported');
  // A present buyer never names a saved method: it might belong to someone else.
  if ((usage === 'renewal') !== (saved !== null)) return declined('invalid_payment_token');
  const customerId = saved?.customerId ?? null;
  await insertStripeCharge(database, { paymentId, customerId, isVoided: false, now });
  const known = await findCharge(database, paymentId);
  if (known.isVoided) return voided(known);
  try {
    const { intentId, customerId: payer } = known;
    const kept = intentId
      ? { intentId, customerId: payer }
      : await makeIntent(parts, request, { amount, customerId: payer });
    // Voided in the meantime: the intent is never confirmed.
    if (kept === null) return declined(NOT_COMPLETED);
    return await confirm(parts, request, { ...known, ...kept, paymentId });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refused(parts, request, error);
  }
}

/** Charges the batch, some of it at a time, in order. */
async function chargeAll(
  parts: Parts,
  requests: readonly ChargeRequest[],
): Promise<PromiseSettledResult<ChargeOutcome>[]> {
  const results: PromiseSettledResult<ChargeOutcome>[] = [];
  const left = requests.entries();
  const work = async () => {
    for (const [index, request] of left) {
      const [result] = await Promise.allSettled([charge(parts, request)]);
      if (result) results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** Stripe refused the request: nothing can be charged under this payment's ID anymore. */
async function refused(
  { stripe, database, intents }: Parts,
  { paymentId, paymentToken }: ChargeRequest,
  error: Refusal,
): Promise<ChargeOutcome> {
  await voidWithoutIntent(database, paymentId);
  const { intentId, ...known } = await findCharge(database, paymentId);
  // An intent canceled or paid in the meantime is refused too, and has its own reason.
  if (error.code !== UNEXPECTED_STATE) {
    const savedMethod = splitMethod(paymentToken) ? paymentToken : null;
    const refusedMethod = await findRefusedMethod(stripe, error, savedMethod);
    await keepDecline(database, paymentId, { reason: refusalReason(error), refusedMethod });
  }
  if (intentId) return intents.giveUp({ ...known, intentId, paymentId });
  return voided(await findCharge(database, paymentId));
}

/** Confirms the intent: the one call that moves money. */
async function confirm(
  { stripe, intents }: Parts,
  { paymentId, paymentToken, usage }: ChargeRequest,
  charge: OpenCharge,
): Promise<ChargeOutcome> {
  const confirmed = await stripe.paymentIntents.confirm(
    charge.intentId,
    {
      ...tokenParameters(paymentToken),
      ...(usage === 'renewal' ? { off_session: true } : {}),
      expand: ['latest_charge'],
    },
    { idempotencyKey: `${paymentId}/confirm` },
  );
  return intents.outcomeOf(charge, confirmed);
}

async function findCharge(database: Database, paymentId: string): Promise<StripeCharge> {
  const [found] = await findStripeCharge(database, paymentId);
  if (!found) throw new Error('A charge at Stripe has no record');
  return found;
}

interface KeptIntent {
  readonly intentId: string;
  readonly customerId: string | null;
}

/**
 * The payment's only intent, its ID stored before it is confirmed; null if voided in the meantime.
 */
async function makeIntent(
  { stripe, database }: Parts,
  { paymentId, amount: money, usage }: ChargeRequest,
  { amount, customerId }: { readonly amount: number; readonly customerId: string | null },
): Promise<KeptIntent | null> {
  const metadata = { [PAYMENT_KEY]: paymentId };
  const isFirst = usage === 'first';
  const customer = customerId ?? (isFirst ? await makeCustomer(stripe, paymentId) : null);
  const intent = await stripe.paymentIntents.create(
    {
      ...{ amount, currency: money.currency.toLowerCase(), metadata },
      ...CARDS_ONLY,
      ...(customer === null ? {} : { customer }),
      ...(isFirst ? { setup_future_usage: 'off_session' } : {}),
    },
    { idempotencyKey: `${paymentId}/intent` },
  );
  const made = { intentId: intent.id, customerId: customer };
  const kept = await keepIntent(database, paymentId, made);
  return kept.length > 0 ? made : null;
}

/** Creates the customer that later charges need. */
async function makeCustomer(stripe: Stripe, paymentId: string): Promise<string> {
  const metadata = { [PAYMENT_KEY]: paymentId };
  const options = { idempotencyKey: `${paymentId}/customer` };
  return (await stripe.customers.create({ metadata }, options)).id;
}

function voided({ declineReason }: StripeCharge): ChargeDeclined {
  return declined(declineReason ?? NOT_COMPLETED);
}

function declined(reason: string): ChargeDeclined {
  return { status: 'declined', reason, reference: null, card: null };
}
