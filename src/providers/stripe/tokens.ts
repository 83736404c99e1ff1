import Stripe from 'stripe';
import { UNEXPECTED_STATE, UNSUPPORTED_AMOUNTS } from './decline-codes.ts';

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** A saved method is a customer and the payment method attached to it. */
const SAVED = /^(cus_\w+):(pm_\w+|card_\w+)$/;

/**
 * Cards and their wallets (Apple Pay, Google Pay): nothing that redirects the buyer. Stripe refuses
 * `automatic_payment_methods` beside it.
 */
export const CARDS_ONLY = {
  allowed_payment_method_types: ['card'],
} satisfies Partial<Stripe.PaymentIntentCreateParams>;

/** The token for a customer's payment method. */
export function joinMethod(customerId: string, methodId: string): string {
  return `${customerId}:${methodId}`;
}

/** Customer and payment method of a saved method; null for any other token. */
export function splitMethod(token: string): { customerId: string; methodId: string } | null {
  const [, customerId, methodId] = SAVED.exec(token) ?? [];
  return customerId && methodId ? { customerId, methodId } : null;
}

interface TokenParameters {
  readonly confirmation_token?: string;
  readonly payment_method?: string;
  readonly use_stripe_sdk?: true;
}

/**
 * A token's parameters in a confirmation: the page script's token, a saved method, or a method that a
 * page made itself. Stripe.js takes the bank's step; the page script's token says so already.
 */
export function tokenParameters(token: string): TokenParameters {
  if (token.startsWith('ctoken_')) return { confirmation_token: token };
  const saved = splitMethod(token);
  if (saved) return { payment_method: saved.methodId };
  return { payment_method: token, use_stripe_sdk: true };
}

/** The ID of an object that Stripe returns as an ID or, if expanded, as the object. */
export function idOf(given: string | { readonly id: string }): string {
  return typeof given === 'string' ? given : given.id;
}

export type Refusal = InstanceType<typeof StripeCardError | typeof StripeInvalidRequestError>;

/** Stripe's codes for a request that can't succeed, whatever the card. */
const IMPOSSIBLE = new Set([
  ...UNSUPPORTED_AMOUNTS,
  UNEXPECTED_STATE,
  'setup_intent_unexpected_state',
]);
/** Parameters with the buyer's card, or with an intent that a page names. */
const OF_BUYER =
  /^(payment_method(_data|_options)?|confirmation_token|(setup_|payment_)?intent)(\[|$)/;

/**
 * Whether Stripe has permanently refused the card or the amount. After any other failure (no
 * response, too many requests, a Stripe error, a wrong key or account of ours), the outcome is
 * unknown: buyers aren't blamed for it.
 */
export function isRefusal(error: unknown): error is Refusal {
  if (error instanceof StripeCardError) return true;
  if (!(error instanceof StripeInvalidRequestError)) return false;
  const { code, param } = error;
  if (param === undefined && code === undefined) return true;
  return OF_BUYER.test(param ?? '') || IMPOSSIBLE.has(code ?? '');
}
