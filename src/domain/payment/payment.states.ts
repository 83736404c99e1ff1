import type { Move } from '../../contract/states.ts';

/** The legal moves (docs/contract/states.md#payment). */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** The moves of a payment; the database refuses any other. */
export const PAYMENT_MOVES: readonly Move<PaymentStatus>[] = [
  { from: 'pending', to: 'succeeded' },
  { from: 'pending', to: 'failed' },
  { from: 'pending', to: 'canceled' },
];

/** Whether a payment's refunds are pending, or how they ended (docs/contract/payments.md). */
export type PaymentRefundStatus = 'none' | 'pending' | 'refunded' | 'failed';

/** The moves of a payment's refund status; the database refuses any other. */
export const PAYMENT_REFUND_MOVES: readonly Move<PaymentRefundStatus>[] = [
  { from: 'none', to: 'pending' },
  { from: 'pending', to: 'refunded' },
  { from: 'pending', to: 'failed' },
  { from: 'refunded', to: 'pending' },
  { from: 'refunded', to: 'failed' },
  { from: 'failed', to: 'pending' },
];
