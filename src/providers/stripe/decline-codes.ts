/** Stripe's code for a payment intent that can no longer be confirmed. */
export const UNEXPECTED_STATE = 'payment_intent_unexpected_state';

/** Stripe's codes for amounts that it can't charge in the currency. */
export const UNSUPPORTED_AMOUNTS = new Set(['amount_too_small', 'amount_too_large']);

/** Stripe's codes for problems that the buyer can solve; all others are plain declines. */
const REASONS: Readonly<Record<string, string>> = {
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  incorrect_number: 'invalid_number',
  invalid_number: 'invalid_number',
  invalid_expiry_month: 'invalid_expiry',
  invalid_expiry_year: 'invalid_expiry',
  insufficient_funds: 'insufficient_funds',
  card_not_supported: 'card_not_supported',
  currency_not_supported: 'card_not_supported',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  processing_error: 'processing_error',
  try_again_later: 'processing_error',
  issuer_not_available: 'processing_error',
};

/** Stripe's advice, from the card network, never to charge the card again. */
const NEVER_AGAIN = 'do_not_try_again';

/**
 * The codes after which Stripe retries no payment with the same card
 * (https://docs.stripe.com/billing/revenue-recovery/smart-retries#non-retryable-decline-codes), and a
 * former code for the same advice. Stripe also lists `authentication_required`, but the buyer can
 * still authenticate the card, and `highest_risk_level`, which isn't the bank's answer.
 */
const PERMANENT = new Set([
  NEVER_AGAIN,
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
]);

export interface StripeProblem {
  readonly code?: string | null;
  readonly decline_code?: string | null;
  readonly advice_code?: string | null;
}

/**
 * Our reason for Stripe's decline. Lost, stolen and fraudulent cards are a plain `card_declined`,
 * so that their holder learns nothing.
 */
export function declineReason(problem: StripeProblem | null | undefined): string {
  const { code, decline_code: declineCode } = problem ?? {};
  for (const word of [declineCode, code]) {
    if (word && Object.hasOwn(REASONS, word)) return REASONS[word] as string;
  }
  return 'card_declined';
}

/** Whether the card must never be charged again, by the decline's code or advice. */
export function isPermanent(problem: StripeProblem): boolean {
  const { code, decline_code: declineCode, advice_code: advice } = problem;
  return advice === NEVER_AGAIN || [declineCode, code].some((word) => word && PERMANENT.has(word));
}

/** Our reason for Stripe's refusal of a request: the card, the amount, or else the card token. */
export function refusalReason({ type, code, decline_code: declineCode }: RefusalFacts): string {
  if (type === 'StripeCardError') return declineReason({ code, decline_code: declineCode });
  return code && UNSUPPORTED_AMOUNTS.has(code) ? 'amount_not_supported' : 'invalid_payment_token';
}

interface RefusalFacts extends StripeProblem {
  readonly type: string;
}
