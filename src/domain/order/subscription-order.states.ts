import { type Move, sourcesOf } from '../../contract/states.ts';
import type { EventType } from '../../events/event-types.ts';

/** The legal moves (docs/contract/states.md#subscription-order). */
export type SubscriptionOrderStatus =
  | 'pending'
  | 'active'
  | 'canceling'
  | 'past_due'
  | 'canceled'
  | 'closed'
  | 'expired';

/** The end states, except for orders that were closed unpaid. */
export const ENDED: readonly SubscriptionOrderStatus[] = ['canceled', 'expired'];

/** Marks the moves that end one order in favor of another. */
export const PLAN_CHANGE = 'plan change';

/** The moves of a subscription order; the database refuses any other. */
export const SUBSCRIPTION_ORDER_MOVES: readonly Move<SubscriptionOrderStatus, EventType>[] = [
  { from: 'pending', to: 'active', emits: ['subscription.activated'] },
  {
    from: 'pending',
    to: 'active',
    by: PLAN_CHANGE,
    emits: ['subscription.plan_changed', 'subscription.updated'],
  },
  { from: 'pending', to: 'canceled' },
  { from: 'pending', to: 'closed' },
  // A renewal that was paid immediately.
  { from: 'active', to: 'active', emits: ['subscription.renewed'] },
  { from: 'active', to: 'canceling', emits: ['subscription.canceling'] },
  { from: 'active', to: 'past_due', emits: ['subscription.past_due'] },
  { from: 'active', to: 'canceled', emits: ['subscription.canceled'] },
  { from: 'active', to: 'canceled', by: PLAN_CHANGE },
  { from: 'active', to: 'expired' },
  { from: 'canceling', to: 'active', emits: ['subscription.uncanceled'] },
  { from: 'canceling', to: 'canceled', emits: ['subscription.canceled'] },
  { from: 'past_due', to: 'active', emits: ['subscription.renewed', 'subscription.recovered'] },
  // A failed retry; reported once per calendar month.
  { from: 'past_due', to: 'past_due', emits: ['subscription.past_due'] },
  { from: 'past_due', to: 'canceling', emits: ['subscription.canceling'] },
  { from: 'past_due', to: 'canceled', emits: ['subscription.canceled'] },
];

/** The running states. A subscription that was never paid is canceled, not ended. */
export const RUNNING: readonly string[] = sourcesOf(SUBSCRIPTION_ORDER_MOVES, 'canceled').filter(
  (status) => status !== 'pending',
);
