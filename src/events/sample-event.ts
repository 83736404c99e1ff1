import { toIso } from '../kit/time.ts';
import { type EventType, subscriptionEventId } from './event-types.ts';

/** Ids of the right shape that no resource has. */
const SAMPLE_ORDER = 'ORD_0000000000000000000000';
const SAMPLE_PAYMENT = 'PAY_0000000000000000000000';
const SAMPLE_REFUND = 'REF_0000000000000000000000';

const ORDER_STATUS: Readonly<Partial<Record<EventType, string>>> = {
  'order.completed': 'completed',
  'refund.succeeded': 'completed',
  'refund.failed': 'completed',
  'subscription.canceling': 'canceling',
  'subscription.canceled': 'canceled',
  'subscription.past_due': 'past_due',
};

export interface SampleEvent {
  readonly eventId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A sample of an event type with all its field groups (docs/contract/events.md#envelope); marked as
 * `sample`.
 */
export function sampleEvent(type: EventType, now: Date): SampleEvent {
  const common = {
    sample: true,
    orderId: SAMPLE_ORDER,
    orderStatus: ORDER_STATUS[type] ?? 'active',
    buyerEmail: 'buyer@example.com',
    currency: 'USD',
    amount: '29.00',
    taxAmount: '0.00',
    taxRate: 0,
    subtotal: '29.00',
    total: '29.00',
    productName: 'Sample product',
    orderMetadata: { sample: 'true' },
    productMetadata: {},
  };
  if (type.startsWith('refund.')) {
    return { eventId: SAMPLE_REFUND, data: { ...common, ...payment(now), ...refund(type, now) } };
  }
  if (type === 'order.completed') {
    return {
      eventId: SAMPLE_PAYMENT,
      data: { ...common, ...payment(now), chargedAmount: '29.00' },
    };
  }
  const data = { ...common, ...period(now), ...subscriptionExtras(type, now) };
  if (type === 'subscription.payment_succeeded') return { eventId: SAMPLE_PAYMENT, data };
  return { eventId: subscriptionEventId(type, SAMPLE_ORDER, now), data };
}

function payment(now: Date) {
  return {
    paymentId: SAMPLE_PAYMENT,
    paymentStatus: 'succeeded',
    paymentMethod: 'card',
    paymentLast4: '4242',
    paymentDate: toIso(now).slice(0, 10),
  };
}

function refund(type: EventType, now: Date) {
  return {
    refundStatus: type === 'refund.succeeded' ? 'succeeded' : 'failed',
    refundReason: 'Sample refund',
    refundCreatedAt: toIso(now),
    refundedAmount: type === 'refund.succeeded' ? '29.00' : '0.00',
    originalChargedAmount: '29.00',
  };
}

function period(now: Date) {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return {
    billingPeriod: 'monthly',
    currentPeriodStart: toIso(now).slice(0, 10),
    currentPeriodEnd: toIso(end).slice(0, 10),
    periodNumber: 1,
  };
}

function subscriptionExtras(type: EventType, now: Date) {
  if (type === 'subscription.payment_succeeded') return { ...payment(now), chargedAmount: '29.00' };
  if (type === 'subscription.renewed' || type === 'subscription.recovered') {
    return { paymentId: SAMPLE_PAYMENT };
  }
  if (type === 'subscription.plan_changed' || type === 'subscription.updated') return changed();
  if (type.startsWith('subscription.plan_change_')) return planned(type, now);
  const isEnding = type === 'subscription.canceling' || type === 'subscription.canceled';
  return isEnding ? { canceledAt: toIso(now) } : {};
}

/** The plan before a change that has happened. */
function changed() {
  return {
    changeOriginOrderId: SAMPLE_ORDER,
    previousProductName: 'Sample plan before',
    previousPlanPrice: { subtotal: '9.00', taxAmount: '0.00', taxRate: 0, total: '9.00' },
    chargedAmount: '24.50',
  };
}

/** The plan that a change leads to, or would have led to. */
function planned(type: EventType, now: Date) {
  return {
    targetOrderId: SAMPLE_ORDER,
    targetProductName: 'Sample plan after',
    targetPlanPrice: { subtotal: '19.00', taxAmount: '0.00', taxRate: 0, total: '19.00' },
    ...(type === 'subscription.plan_change_scheduled'
      ? { targetAmount: '19.00', effectiveAt: toIso(now) }
      : { paymentFailureReason: 'card_declined' }),
  };
}
