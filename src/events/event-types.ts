import type { z } from 'zod';
import { toIso } from '../kit/time.ts';
import type { BuyerMail, EventDescription } from './event-type.ts';
import { orderCompleted } from './types/order-completed.ts';
import { paymentFraudWarned } from './types/payment-fraud-warned.ts';
import { refundFailed } from './types/refund-failed.ts';
import { refundSucceeded } from './types/refund-succeeded.ts';
import { subscriptionActivated } from './types/subscription-activated.ts';
import { subscriptionCanceled } from './types/subscription-canceled.ts';
import { subscriptionCanceling } from './types/subscription-canceling.ts';
import { subscriptionPastDue } from './types/subscription-past-due.ts';
import { subscriptionPaymentSucceeded } from './types/subscription-payment-succeeded.ts';
import { subscriptionPlanChangeFailed } from './types/subscription-plan-change-failed.ts';
import { subscriptionPlanChangeScheduled } from './types/subscription-plan-change-scheduled.ts';
import { subscriptionPlanChanged } from './types/subscription-plan-changed.ts';
import { subscriptionRecovered } from './types/subscription-recovered.ts';
import { subscriptionRenewed } from './types/subscription-renewed.ts';
import { subscriptionUncanceled } from './types/subscription-uncanceled.ts';
import { subscriptionUpdated } from './types/subscription-updated.ts';

/** Every event that a webhook can subscribe to, in the order of the contract. */
export const eventTypes = [
  orderCompleted,
  subscriptionActivated,
  subscriptionPaymentSucceeded,
  subscriptionRenewed,
  subscriptionRecovered,
  subscriptionCanceling,
  subscriptionUncanceled,
  subscriptionCanceled,
  subscriptionPastDue,
  subscriptionUpdated,
  subscriptionPlanChanged,
  subscriptionPlanChangeScheduled,
  subscriptionPlanChangeFailed,
  paymentFraudWarned,
  refundSucceeded,
  refundFailed,
] as const;

export type EventType = (typeof eventTypes)[number]['type'];
/** The description of any event. */
export type AnyEvent = Omit<EventDescription<EventType, z.ZodRawShape>, 'buyerMail' | 'sample'> & {
  readonly buyerMail: BuyerMail | null;
  readonly sample: (now: Date) => Readonly<Record<string, unknown>>;
};

const all: readonly AnyEvent[] = eventTypes;

export const EVENT_TYPES = all.map(({ type }) => type) as [EventType, ...EventType[]];

const byType = new Map(all.map((event) => [event.type, event]));

/** The description of an event type. */
export function describeEvent(type: EventType): AnyEvent {
  const event = byType.get(type);
  if (!event) throw new Error(`No event has the type ${type}`);
  return event;
}

export function isEventType(name: string): name is EventType {
  return byType.has(name as EventType);
}

/** The envelope's `id`, unless an earlier event may have it (`isIdTaken`). */
export function envelopeId(type: EventType, eventId: string, occurrenceId: string): string {
  return describeEvent(type).id === 'eventId' ? eventId : occurrenceId;
}

/** The `eventId` of an event about a subscription's order, `at` the store's time. */
export function subscriptionEventId(type: EventType, orderId: string, at: Date): string {
  const { eventId } = describeEvent(type);
  if (eventId === 'order and time') return `${orderId}-${toIso(at)}`;
  if (eventId === 'order and month') return `${orderId}-${toIso(at).slice(0, 'YYYY-MM'.length)}`;
  return orderId;
}
