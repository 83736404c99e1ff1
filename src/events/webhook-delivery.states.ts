import type { Move } from '../contract/states.ts';

export type DeliveryStatus = 'pending' | 'success' | 'failed';

/**
 * Transitions of a delivery; it returns to pending when resent manually
 * (docs/contract/delivery.md).
 */
export const WEBHOOK_DELIVERY_MOVES: readonly Move<DeliveryStatus>[] = [
  { from: 'pending', to: 'success' },
  { from: 'pending', to: 'failed' },
  { from: 'failed', to: 'pending' },
  { from: 'success', to: 'pending' },
];
