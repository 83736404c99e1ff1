import { toIso } from '../kit/time.ts';

/** Every event that a webhook can subscribe to (docs/contract/events.md#types). */
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

/**
 * Types whose `eventId` tells one occurrence from every other. Their envelopes carry it as `id`; an
 * envelope of another type, which can repeat, carries the occurrence's own id.
 */
const TOLD_APART_BY_EVENT_ID: ReadonlySet<EventType> = new Set<EventType>([
  'order.completed',
  'subscription.activated',
  'subscription.payment_succeeded',
  'subscription.past_due',
  'refund.succeeded',
  'refund.failed',
]);

/** The envelope's `id`, which no two occurrences share. */
export function envelopeId(type: EventType, eventId: string, occurrenceId: string): string {
  return TOLD_APART_BY_EVENT_ID.has(type) ? eventId : occurrenceId;
}

/** Types whose `eventId` is the order with the time of the occurrence. */
const TIMED: ReadonlySet<EventType> = new Set<EventType>([
  'subscription.renewed',
  'subscription.recovered',
  'subscription.plan_changed',
  'subscription.plan_change_scheduled',
  'subscription.plan_change_failed',
]);
/** `YYYY-MM` of an ISO 8601 time. */
const MONTH_LENGTH = 7;

/** The `eventId` of an event about a subscription's order, `at` the store's time. */
export function subscriptionEventId(type: EventType, orderId: string, at: Date): string {
  const time = toIso(at);
  if (type === 'subscription.past_due') return `${orderId}-${time.slice(0, MONTH_LENGTH)}`;
  return TIMED.has(type) ? `${orderId}-${time}` : orderId;
}
