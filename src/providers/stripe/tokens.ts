import Stripe from 'stripe';

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** A saved method is a customer and the payment method attached to it. */
const SAVED = /^(cus_\w+):(pm_\w+|card_\w+)$/;

/** Cards and what wraps them (Apple Pay, Google Pay): nothing that leads off the page. */
export const CARDS_ONLY = {
  allowed_payment_method_types: ['card'],
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Partial<Stripe.PaymentIntentCreateParams>;

/** The token that stands for a customer's payment method. */
export function joinMethod(customerId: string, methodId: string): string {
  return `${customerId}:${methodId}`;
}

/** Customer and payment method of a saved method; null for any other token. */
export function splitMethod(token: string): { customerId: string; methodId: string } | null {
  const [, customerId, methodId] = SAVED.exec(token) ?? [];
  return customerId && methodId ? { customerId, methodId } : null;
}

/** How a token is named in a confirmation: what the page's script made, or a saved method. */
export function tokenParameters(
  token: string,
): { confirmation_token: string } | { payment_method: string } {
  if (token.startsWith('ctoken_')) return { confirmation_token: token };
  return { payment_method: splitMethod(token)?.methodId ?? token };
}

/** The id of what Stripe gives as an id or, where asked for, as the object. */
export function idOf(given: string | { readonly id: string }): string {
  return typeof given === 'string' ? given : given.id;
}

export type Refusal = InstanceType<typeof StripeCardError | typeof StripeInvalidRequestError>;

/**
 * Whether Stripe has refused for good. Every other failure (no answer, too many requests, an error of
 * theirs, a wrong key of ours) leaves open what happened.
 */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
}
