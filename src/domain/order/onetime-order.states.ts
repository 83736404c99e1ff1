import type { Move } from '../../contract/states.ts';
import type { EventType } from '../../events/event-types.ts';

/** The legal moves (docs/contract/states.md#one-time-order). */
export type OnetimeOrderStatus = 'pending' | 'completed' | 'canceled';

/** The moves of a one-time order; the database refuses any other. */
export const ONETIME_ORDER_MOVES: readonly Move<OnetimeOrderStatus, EventType>[] = [
  { from: 'pending', to: 'completed', emits: ['order.completed'] },
  { from: 'pending', to: 'canceled' },
];
