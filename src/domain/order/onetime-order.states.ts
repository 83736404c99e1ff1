import type { Move } from '../../contract/states.ts';
import type { EventType } from '../../events/event-types.ts';

/** Decisions 7. */
export type OnetimeOrderStatus = 'pending' | 'completed' | 'canceled';

/** The moves of a one-time order; the database refuses any other. */
export const ONETIME_ORDER_MOVES: readonly (Move<OnetimeOrderStatus> & {
  readonly emits?: EventType;
})[] = [
  { from: 'pending', to: 'completed', emits: 'order.completed' },
  { from: 'pending', to: 'canceled' },
];
