import type { Tx } from '../../database/database.ts';
import { mailWithoutEvents } from '../../events/event-mails.ts';
import { type EventType, subscriptionEventId } from '../../events/event-types.ts';
import type { Occurrence } from '../../events/new-event.ts';
import { recordEvents } from '../../events/record-event.ts';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { breakdown, dateOf, orderFields, paymentEventData } from '../order/order-event.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import { asRunning, phasePrice, type Subscription } from './subscription.ts';

/** Length of `YYYY-MM` in an ISO 8601 time. */
const MONTH_LENGTH = 7;

export type StatusEvent = Exclude<
  Extract<EventType, `subscription.${string}`>,
  'subscription.payment_succeeded'
>;

type Fields = Readonly<Record<string, unknown>>;

/** A subscription as an event reports it. */
export interface Reported {
  readonly subscription: Subscription;
  /** Additional fields of the event. */
  readonly more?: Fields | undefined;
}

/** A subscription that a payment renewed, and the payment. */
export interface PaidRenewal {
  readonly subscription: Subscription;
  readonly sold: SoldOrder;
}

export interface StatusEventOptions {
  /** True if another event of the same change sends the mails. */
  readonly isMailedByAnother?: boolean;
  /** True if an earlier event covers this one as well, so that only its mails are sent. */
  readonly isOnlyMailed?: boolean;
}

/**
 * Records an event about the subscription, with its state after the change
 * (docs/contract/events.md#types).
 */
export function recordStatusEvent(
  tx: Tx,
  type: StatusEvent,
  subscription: Subscription,
  now: Date,
  { more, ...options }: StatusEventOptions & { readonly more?: Fields } = {},
): Promise<void> {
  return recordStatusEvents(tx, type, [{ subscription, more }], now, options);
}

/** Like `recordStatusEvent`, for subscriptions of one store and environment. */
export async function recordStatusEvents(
  tx: Tx,
  type: StatusEvent,
  reported: readonly Reported[],
  now: Date,
  { isMailedByAnother = false, isOnlyMailed = false }: StatusEventOptions = {},
): Promise<void> {
  const [first] = reported;
  if (!first) return;
  const kind = { ...kindOf(first.subscription), type, isMailedByAnother };
  const occurrences = reported.map((one) => statusOccurrence(type, one));
  await (isOnlyMailed ? mailWithoutEvents : recordEvents)(tx, kind, occurrences, now);
}

function kindOf({ storeId, environment, storeName }: Subscription) {
  return { storeId, environment, storeName };
}

function statusOccurrence(type: StatusEvent, { subscription, more = {} }: Reported): Occurrence {
  const { at, orderId, orderStatus, currency } = subscription;
  const eventId = subscriptionEventId(type, encodeId('ORD', orderId), at);
  const price = phasePrice(subscription);
  // After a trial, what couldn't be charged is the plan's price.
  const amounts = orderStatus === 'past_due' ? subscription : price;
  const data = {
    ...orderFields(subscription, amounts),
    planPrice: breakdown(price, currency),
    ...periodFields(subscription),
    ...more,
  };
  return { eventId, data, occurredAt: at };
}

/** Records renewals' payment events, with the subscriptions' state after the renewals. */
export async function recordRenewalPayments(
  tx: Tx,
  paid: readonly PaidRenewal[],
  now: Date,
): Promise<void> {
  const [first] = paid;
  if (!first) return;
  const kind = { ...kindOf(first.subscription), type: 'subscription.payment_succeeded' } as const;
  await recordEvents(tx, kind, paid.map(paymentOccurrence), now);
}

function paymentOccurrence({ subscription, sold }: PaidRenewal): Occurrence {
  const { at, orderStatus } = subscription;
  const eventId = encodeId('PAY', sold.paymentId);
  const data = {
    ...paymentEventData({ ...sold, orderStatus }, at),
    ...periodFields(subscription),
  };
  return { eventId, data, occurredAt: at };
}

/** The UTC calendar month of a time. */
export function monthOf(time: Date): string {
  return toIso(time).slice(0, MONTH_LENGTH);
}

function periodFields(subscription: Subscription): Fields {
  const { billingPeriod, periodStart, periodEnd, periodNumber } = asRunning(subscription);
  const { canceledAt } = subscription;
  return {
    billingPeriod,
    currentPeriodStart: dateOf(periodStart),
    currentPeriodEnd: dateOf(periodEnd),
    periodNumber,
    ...(canceledAt ? { canceledAt: toIso(canceledAt) } : {}),
  };
}
