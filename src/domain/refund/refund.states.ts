import type { Move } from '../../contract/states.ts';
import type { EventType } from '../../events/event-types.ts';

/** Pending until the provider reports the outcome (docs/contract/states.md#refund). */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** The moves of a refund; the database refuses any other. */
export const REFUND_MOVES: readonly Move<RefundStatus, EventType>[] = [
  { from: 'pending', to: 'succeeded', emits: ['refund.succeeded'] },
  { from: 'pending', to: 'failed', emits: ['refund.failed'] },
  // The buyer's bank sends the amount back.
  { from: 'succeeded', to: 'failed', emits: ['refund.failed'] },
];
