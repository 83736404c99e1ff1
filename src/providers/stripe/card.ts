import type { Card } from '../../contract/payment-provider.ts';

/** A card as Stripe shows it: of a charge, or of a payment method. */
interface StripeCard {
  readonly brand?: string | null;
  readonly last4?: string | null;
  readonly exp_month?: number | null;
  readonly exp_year?: number | null;
}

/** What may be kept of a card; null when it is none. */
export function cardOf(card: StripeCard | null | undefined): Card | null {
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card ?? {};
  if (!brand || !last4 || !expMonth || !expYear) return null;
  return { brand, last4, expMonth, expYear };
}
