import type Stripe from 'stripe';
import { PAYMENT_KEY } from './metadata.ts';
import { unixSeconds } from './unix-seconds.ts';

/** Reports in one page of a list. */
const PAGE = 100;

/** A dispute or a fraud warning. */
interface Report {
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
}

/**
 * The reports of the time range about our payments, each after its payment's ID. An account may have
 * others.
 */
export async function* listNewReports<T extends Report>(
  list: (given: Stripe.DisputeListParams) => AsyncIterable<T>,
  from: Date,
  to: Date,
): AsyncGenerator<readonly [paymentId: string, report: T]> {
  const created = { gte: unixSeconds(from), lt: unixSeconds(to) };
  for await (const report of list({ created, limit: PAGE, expand: ['data.payment_intent'] })) {
    const { payment_intent: intent } = report;
    const paymentId = typeof intent === 'object' ? intent?.metadata[PAYMENT_KEY] : undefined;
    if (paymentId !== undefined) yield [paymentId, report];
  }
}
