import type Stripe from 'stripe';
import type { RecordedCharge } from '../../contract/payment-provider.ts';
import { PAYMENT_KEY } from './metadata.ts';
import { fromStripeAmount } from './stripe-amount.ts';
import { unixSeconds } from './unix-seconds.ts';

/** Intents in one page of the list. */
const PAGE = 100;

/** The successful charges of our payments; an account may have others. */
export async function* listStripeCharges(
  stripe: Stripe,
  from: Date,
  to: Date,
): AsyncGenerator<readonly RecordedCharge[]> {
  const created = { gte: unixSeconds(from), lt: unixSeconds(to) };
  const expand = ['data.latest_charge'];
  let after: { starting_after?: string } | null = {};
  while (after) {
    const page: Stripe.ApiList<Stripe.PaymentIntent> = await stripe.paymentIntents.list({
      ...{ created, limit: PAGE, expand },
      ...after,
    });
    yield page.data.flatMap((intent) => recordedCharge(intent) ?? []);
    const last = page.data.at(-1);
    after = page.has_more && last ? { starting_after: last.id } : null;
  }
}

function recordedCharge(intent: Stripe.PaymentIntent): RecordedCharge | null {
  const { id: reference, status, metadata, created, latest_charge: charge } = intent;
  const paymentId = metadata[PAYMENT_KEY];
  if (status !== 'succeeded' || paymentId === undefined) return null;
  const currency = intent.currency.toUpperCase();
  // We never charge a fraction of a minor unit: the comparison then shows a difference.
  const minor = (amount: number) => fromStripeAmount(amount, currency) ?? -1n;
  const known = charge && typeof charge !== 'string' ? charge : null;
  return {
    ...{ paymentId, reference, recordedAt: new Date(created * 1_000) },
    amount: { amountMinor: minor(intent.amount_received), currency },
    refundedMinor: minor(known?.amount_refunded ?? 0),
  };
}
