import type { Move } from '../contract/states.ts';

export type DeliveryStatus = 'pending' | 'success' | 'failed';

/**
 * How a delivery goes on; back to pending when it is sent again by hand
 * (docs/contract/delivery.md).
 */
export const WEBHOOK_DELIVERY_MOVES: readonly Move<DeliveryStatus>[] = [
  { from: 'pending', to: 'success' },
  { from: 'pending', to: 'failed' },
  { from: 'failed', to: 'pending' },
  { from: 'success', to: 'pending' },
];
