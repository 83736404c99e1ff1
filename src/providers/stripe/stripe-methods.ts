import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { PaymentProvider, SaveOutcome, SaveRequest } from '../../contract/payment-provider.ts';
import { cardOf } from './card.ts';
import { declineReason, refusalReason } from './decline-codes.ts';
import { ORDER_KEY } from './metadata.ts';
import { CARDS_ONLY, idOf, isRefusal, joinMethod, splitMethod, tokenParameters } from './tokens.ts';

/** Saves payment methods without a charge, using setup intents. */
export function createStripeMethods(stripe: Stripe): Pick<PaymentProvider, 'saveMethod'> {
  return {
    saveMethod: async (request) => {
      // It is already saved, perhaps for someone else.
      if (splitMethod(request.paymentToken)) return declined('invalid_payment_token');
      try {
        return await outcomeOf(await findOrMakeIntent(stripe, request), request);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return declined(refusalReason(error));
      }
    },
  };
}

/** The token is a new one, or the intent for which the buyer has completed the bank's step. */
async function findOrMakeIntent(
  stripe: Stripe,
  { orderId, paymentToken }: SaveRequest,
): Promise<Stripe.SetupIntent> {
  const expand = ['payment_method'];
  if (paymentToken.startsWith('seti_')) {
    return stripe.setupIntents.retrieve(paymentToken, { expand });
  }
  // One customer per token: repeated requests have the same key.
  const key = `${orderId}/${createHash('sha256').update(paymentToken).digest('hex')}`;
  const metadata = { [ORDER_KEY]: orderId };
  const customer = await stripe.customers.create(
    { metadata },
    { idempotencyKey: `${key}/customer` },
  );
  return stripe.setupIntents.create(
    {
      ...{ customer: customer.id, usage: 'off_session', ...CARDS_ONLY },
      ...{ confirm: true, metadata, expand, ...tokenParameters(paymentToken) },
    },
    { idempotencyKey: `${key}/setup` },
  );
}

function outcomeOf(intent: Stripe.SetupIntent, { orderId }: SaveRequest): SaveOutcome {
  // A caller naming another order's intent has no right to its card.
  if (intent.metadata?.[ORDER_KEY] !== orderId) return declined('invalid_payment_token');
  const { status, customer, payment_method: method, client_secret: clientSecret } = intent;
  if (status === 'succeeded' && customer && method) {
    const card = typeof method === 'string' ? null : cardOf(method.card);
    return { status: 'saved', savedMethod: joinMethod(idOf(customer), idOf(method)), card };
  }
  if (status === 'requires_action' && clientSecret) return { status: 'pending', clientSecret };
  return declined(declineReason(intent.last_setup_error));
}

function declined(reason: string): SaveOutcome {
  return { status: 'declined', reason, reference: null, card: null };
}
