import type { Move } from '../../contract/states.ts';

/** Decisions 6. */
export type CheckoutSessionStatus = 'open' | 'completed' | 'expired';

/** The moves of a checkout session; the database refuses any other. */
export const CHECKOUT_SESSION_MOVES: readonly Move<CheckoutSessionStatus>[] = [
  { from: 'open', to: 'completed' },
  { from: 'open', to: 'expired' },
];
