/** The outcome of charges and set-ups with a test payment method. */
export interface CardBehavior {
  readonly number: string;
  readonly brand?: string;
  readonly expYear?: number;
  /** Stripe's decline code for charges; from the second use on if `isFirstFine`. */
  readonly declineCode?: string;
  /** The error's code, unless it is `card_declined`. */
  readonly code?: string;
  /** Stripe's advice about what to do after the decline. */
  readonly adviceCode?: string;
  /** Stripe blocks its charges itself, without asking the bank. */
  readonly isBlocked?: boolean;
  /** It can be saved, but is declined afterwards. */
  readonly canBeSaved?: boolean;
  /**
   * When the bank requires authentication: every time, or until the card is set up for later
   * charges.
   */
  readonly authentication?: 'always' | 'until_set_up';
  /** The charge completes later. */
  readonly isSlow?: boolean;
  readonly refund?: 'pending' | 'failed';
}

/**
 * Stripe's published test payment methods (https://docs.stripe.com/testing), by id and by the
 * number that the browser's stand-in types. The mock's own are `pm_mock_slow`, for a charge that
 * Stripe answers as `processing`, and `pm_mock_refused`, for a card that is never to be charged again.
 */
const CARDS: Readonly<Record<string, CardBehavior>> = {
  pm_card_visa: { number: '4242424242424242' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard' },
  pm_card_visa_chargeDeclined: { number: '4000000000000002', declineCode: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    ...{ number: '4000000000009995', declineCode: 'insufficient_funds' },
  },
  pm_card_visa_chargeDeclinedLostCard: { number: '4000000000009987', declineCode: 'lost_card' },
  pm_card_chargeDeclinedExpiredCard: { number: '4000000000000069', code: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { number: '4000000000000127', code: 'incorrect_cvc' },
  pm_card_chargeCustomerFail: {
    ...{ number: '4000000000000341', declineCode: 'generic_decline', canBeSaved: true },
  },
  pm_mock_refused: {
    ...{ number: '4000000000000358', declineCode: 'generic_decline', canBeSaved: true },
    adviceCode: 'do_not_try_again',
  },
  pm_card_authenticationRequired: { number: '4000002760003184', authentication: 'always' },
  pm_card_authenticationRequiredOnSetup: {
    ...{ number: '4000002500003155', authentication: 'until_set_up' },
  },
  pm_card_pendingRefund: { number: '4000000000007726', refund: 'pending' },
  pm_card_refundFail: { number: '4000000000005126', refund: 'failed' },
  pm_mock_slow: { number: '4000000000006629', isSlow: true },
};

export function findCard(testMethod: string): CardBehavior | null {
  return Object.hasOwn(CARDS, testMethod) ? (CARDS[testMethod] as CardBehavior) : null;
}

export function findCardByNumber(number: string): CardBehavior | null {
  return Object.values(CARDS).find((card) => card.number === number) ?? null;
}
