import type { Move } from '../../contract/states.ts';
import type { EventType } from '../../events/event-types.ts';

/** Decisions 7. */
export type SubscriptionOrderStatus =
  | 'pending'
  | 'active'
  | 'canceling'
  | 'past_due'
  | 'canceled'
  | 'closed'
  | 'expired';

/** The moves of a subscription order; the database refuses any other. */
export const SUBSCRIPTION_ORDER_MOVES: readonly (Move<SubscriptionOrderStatus> & {
  readonly emits?: EventType;
})[] = [
  { from: 'pending', to: 'active', emits: 'subscription.activated' },
  { from: 'pending', to: 'canceled' },
  { from: 'pending', to: 'closed' },
  { from: 'active', to: 'canceling', emits: 'subscription.canceling' },
  { from: 'active', to: 'past_due', emits: 'subscription.past_due' },
  { from: 'active', to: 'canceled', emits: 'subscription.canceled' },
  { from: 'active', to: 'expired' },
  { from: 'canceling', to: 'active', emits: 'subscription.uncanceled' },
  { from: 'canceling', to: 'canceled', emits: 'subscription.canceled' },
  { from: 'past_due', to: 'active', emits: 'subscription.recovered' },
  { from: 'past_due', to: 'canceling', emits: 'subscription.canceling' },
  { from: 'past_due', to: 'canceled', emits: 'subscription.canceled' },
];
