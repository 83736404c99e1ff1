import type { Card } from '../../contract/payment-provider.ts';

/** A card in Stripe's format, from a charge or a payment method. */
interface StripeCard {
  readonly brand?: string | null;
  readonly last4?: string | null;
  readonly exp_month?: number | null;
  readonly exp_year?: number | null;
}

/** The card details that may be stored; null if there is no card. */
export function cardOf(card: StripeCard | null | undefined): Card | null {
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card ?? {};
  if (!brand || !last4 || !expMonth || !expYear) return null;
  return { brand, last4, expMonth, expYear };
}
