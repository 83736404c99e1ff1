/** Every event that a webhook can subscribe to (Specification 6.2, decisions 8). */
export const EVENT_TYPES = [
  'order.completed',
  'subscription.activated',
  'subscription.payment_succeeded',
  'subscription.renewed',
  'subscription.recovered',
  'subscription.canceling',
  'subscription.uncanceled',
  'subscription.updated',
  'subscription.plan_changed',
  'subscription.plan_change_scheduled',
  'subscription.plan_change_failed',
  'subscription.canceled',
  'subscription.past_due',
  'refund.succeeded',
  'refund.failed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
