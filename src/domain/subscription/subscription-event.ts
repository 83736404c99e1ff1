import type { Tx } from '../../database/database.ts';
import { mailWithoutEvent } from '../../events/event-mails.ts';
import { type EventType, subscriptionEventId } from '../../events/event-types.ts';
import { recordEvent } from '../../events/record-event.ts';
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

export interface StatusEventOptions {
  /** Additional fields of the event. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** True if another event of the same change sends the mails. */
  readonly isMailedByAnother?: boolean;
  /** True if an earlier event covers this one as well, so that only its mails are sent. */
  readonly isOnlyMailed?: boolean;
}

/**
 * Records an event about the subscription, with its state after the change
 * (docs/contract/events.md#types).
 */
export async function recordStatusEvent(
  tx: Tx,
  type: StatusEvent,
  subscription: Subscription,
  now: Date,
  { more = {}, isMailedByAnother = false, isOnlyMailed = false }: StatusEventOptions = {},
): Promise<void> {
  const { storeId, environment, storeName, at, orderId, orderStatus, currency } = subscription;
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
  const scope = { storeId, environment, storeName, occurredAt: at };
  const event = { ...scope, type, eventId, data, isMailedByAnother };
  await (isOnlyMailed ? mailWithoutEvent : recordEvent)(tx, event, now);
}

/** Records a renewal's payment event, with the subscription's state after the renewal. */
export async function recordRenewalPayment(
  tx: Tx,
  sold: SoldOrder,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { storeId, environment, storeName, at, orderStatus } = subscription;
  const scope = { storeId, environment, storeName, occurredAt: at };
  const eventId = encodeId('PAY', sold.paymentId);
  const data = {
    ...paymentEventData({ ...sold, orderStatus }, at),
    ...periodFields(subscription),
  };
  await recordEvent(tx, { ...scope, type: 'subscription.payment_succeeded', eventId, data }, now);
}

/** The UTC calendar month of a time. */
export function monthOf(time: Date): string {
  return toIso(time).slice(0, MONTH_LENGTH);
}

function periodFields(subscription: Subscription): Readonly<Record<string, unknown>> {
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
