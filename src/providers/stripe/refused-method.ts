import type Stripe from 'stripe';
import { isPermanent, type StripeProblem } from './decline-codes.ts';

/** A decline, with the charge that failed, if Stripe attempted one. */
interface Decline extends StripeProblem {
  readonly charge?: string;
}

/**
 * The saved method, if its bank has refused it permanently. Stripe gives the same advice about charges
 * that it blocks itself, which the bank never sees (https://docs.stripe.com/declines#blocked-payments).
 */
export async function findRefusedMethod(
  stripe: Stripe,
  decline: Decline,
  savedMethod: string | null,
): Promise<string | null> {
  if (savedMethod === null || !isPermanent(decline)) return null;
  if (!decline.charge) return savedMethod;
  const { outcome } = await stripe.charges.retrieve(decline.charge);
  return outcome?.type === 'blocked' ? null : savedMethod;
}
