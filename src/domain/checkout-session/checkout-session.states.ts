import type { Move } from '../../contract/states.ts';

/** The legal moves (docs/contract/states.md#checkout-session). */
export type CheckoutSessionStatus = 'open' | 'completed' | 'expired';

/** The moves of a checkout session; the database refuses any other. */
export const CHECKOUT_SESSION_MOVES: readonly Move<CheckoutSessionStatus>[] = [
  { from: 'open', to: 'completed' },
  { from: 'open', to: 'expired' },
];
