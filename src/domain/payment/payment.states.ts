import type { Move } from '../../contract/states.ts';

/** Decisions 7. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** The moves of a payment; the database refuses any other. */
export const PAYMENT_MOVES: readonly Move<PaymentStatus>[] = [
  { from: 'pending', to: 'succeeded' },
  { from: 'pending', to: 'failed' },
  { from: 'pending', to: 'canceled' },
];
