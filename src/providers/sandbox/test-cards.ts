/** How charges with a test card end. */
export type CardBehavior =
  | 'approve'
  | 'decline'
  | 'lack_funds'
  | 'expired'
  | 'wrong_code'
  | 'processing_error'
  | 'decline_after_first'
  /** Like `decline_after_first`, but the bank says never to charge the card again. */
  | 'refuse_after_first'
  | 'fail_refunds'
  /** Refunds are accepted immediately and succeed when queried. */
  | 'refund_later'
  /** Refunds succeed immediately, and the bank sends them back some seconds later. */
  | 'return_refunds'
  /** The charge is refunded some seconds later, as if in the provider's own dashboard. */
  | 'refund_externally'
  /** The charge happens, but its response never arrives. */
  | 'lose_answer'
  /** The request never arrives: nothing is charged. */
  | 'lose_request'
  /** The charge is accepted and ends some seconds later; a callback reports it. */
  | 'approve_later'
  | 'decline_later'
  /** Like `approve_later`, with callbacks too early, twice and out of order. */
  | 'repeat_callbacks'
  /** Approved, then disputed by the buyer; a minute later, the bank decides. */
  | 'dispute_lost'
  | 'dispute_won'
  /** Approved; some seconds later, the buyer's bank warns of fraud. */
  | 'warn_of_fraud';

/** Reasons why charges with a card are declined, in order; the last one repeats. */
export const DECLINE_REASONS: Readonly<Partial<Record<CardBehavior, string>>> = {
  decline: 'card_declined',
  lack_funds: 'insufficient_funds',
  expired: 'expired_card',
  wrong_code: 'incorrect_cvc',
  processing_error: 'processing_error',
  decline_after_first: 'card_declined',
  refuse_after_first: 'card_declined',
};

/** Behaviors of cards whose first charge succeeds, so that they can be saved. */
export const FINE_AT_FIRST: ReadonlySet<CardBehavior> = new Set([
  'decline_after_first',
  'refuse_after_first',
]);

/** The saved method, if its bank refuses it permanently whenever it declines a charge. */
export function refusedToken(behavior: CardBehavior | null, token: string | null): string | null {
  return behavior === 'refuse_after_first' ? token : null;
}

/** How disputes of charges with a card end, and the reason that the buyer gives. */
export const DISPUTES: Readonly<
  Partial<Record<CardBehavior, { readonly endsAs: 'won' | 'lost'; readonly reason: string }>>
> = {
  dispute_lost: { endsAs: 'lost', reason: 'fraudulent' },
  dispute_won: { endsAs: 'won', reason: 'product_not_received' },
};

interface TestCard {
  readonly brand: string;
  readonly behavior: CardBehavior;
}

/** All numbers known to the sandbox (docs/guides/payments.md). */
const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', behavior: 'approve' },
  '4576750000000110': { brand: 'visa', behavior: 'approve' },
  '4001700000000110': { brand: 'visa', behavior: 'approve' },
  '2226900000000110': { brand: 'mastercard', behavior: 'approve' },
  '2226930000000110': { brand: 'mastercard', behavior: 'approve' },
  '4000000000000002': { brand: 'visa', behavior: 'decline' },
  '4576750000000220': { brand: 'visa', behavior: 'decline' },
  '4001700000000220': { brand: 'visa', behavior: 'decline' },
  '2226900000000220': { brand: 'mastercard', behavior: 'decline' },
  '2226930000000220': { brand: 'mastercard', behavior: 'decline' },
  '4000000000009995': { brand: 'visa', behavior: 'lack_funds' },
  '4000000000000069': { brand: 'visa', behavior: 'expired' },
  '4000000000000127': { brand: 'visa', behavior: 'wrong_code' },
  '4000000000000119': { brand: 'visa', behavior: 'processing_error' },
  '4000000000000341': { brand: 'visa', behavior: 'decline_after_first' },
  '4000000000000358': { brand: 'visa', behavior: 'refuse_after_first' },
  '4000000000005126': { brand: 'visa', behavior: 'fail_refunds' },
  '4000000000007726': { brand: 'visa', behavior: 'refund_later' },
  '4000000000005134': { brand: 'visa', behavior: 'return_refunds' },
  '4000000000005142': { brand: 'visa', behavior: 'refund_externally' },
  '4000000000006603': { brand: 'visa', behavior: 'lose_answer' },
  '4000000000006611': { brand: 'visa', behavior: 'lose_request' },
  '4000000000006629': { brand: 'visa', behavior: 'approve_later' },
  '4000000000006637': { brand: 'visa', behavior: 'decline_later' },
  '4000000000006645': { brand: 'visa', behavior: 'repeat_callbacks' },
  '4000000000000259': { brand: 'visa', behavior: 'dispute_lost' },
  '4000000000002685': { brand: 'visa', behavior: 'dispute_won' },
  '4000000000005423': { brand: 'visa', behavior: 'warn_of_fraud' },
};

/** All test cards with their behavior, for the guide. */
export const testCards = Object.entries(TEST_CARDS).map(([number, card]) => ({ number, ...card }));

/** The test card with a number without spaces, or null. */
export function findTestCard(number: string): TestCard | null {
  return Object.hasOwn(TEST_CARDS, number) ? (TEST_CARDS[number] as TestCard) : null;
}
