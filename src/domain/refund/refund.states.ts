import type { Move } from '../../contract/states.ts';
import type { EventType } from '../../events/event-types.ts';

/** Specification 3; pending until the provider has told how it ended. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** The moves of a refund; the database refuses any other. */
export const REFUND_MOVES: readonly (Move<RefundStatus> & { readonly emits: EventType })[] = [
  { from: 'pending', to: 'succeeded', emits: 'refund.succeeded' },
  { from: 'pending', to: 'failed', emits: 'refund.failed' },
];
