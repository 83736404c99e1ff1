import { z } from 'zod';
import { EVENT_TYPES, type EventType } from './event-types.ts';

/** `data` of each event type (docs/contract/events.md#data), for the reference and for tests. */
const price = z.object({
  subtotal: z.string(),
  taxAmount: z.string(),
  taxRate: z.number(),
  total: z.string(),
});

const everyEvent = {
  orderId: z.string(),
  orderStatus: z.string(),
  buyerEmail: z.string(),
  currency: z.string(),
  amount: z.string(),
  taxAmount: z.string(),
  productName: z.string(),
  orderMetadata: z.record(z.string(), z.string()),
  productMetadata: z.record(z.string(), z.string()),
  merchantProvidedBuyerIdentity: z.string().optional(),
  orderMerchantExternalId: z.string().optional(),
  billingDetail: z
    .object({
      country: z.string(),
      isBusiness: z.boolean(),
      postcode: z.string().optional(),
      state: z.string().optional(),
      businessName: z.string().optional(),
      taxId: z.string().optional(),
    })
    .optional(),
  taxRate: z.number().optional(),
  taxName: z.string().optional(),
  subtotal: z.string().optional(),
  total: z.string().optional(),
  productDescription: z.string().optional(),
  /** Samples alone have it. */
  sample: z.literal(true).optional(),
};

const originalPayment = {
  paymentId: z.string(),
  paymentStatus: z.enum(['succeeded', 'failed']),
  paymentMethod: z.string(),
  paymentLast4: z.string().optional(),
  paymentDate: z.string(),
  paymentFailureReason: z.string().optional(),
};

const payment = {
  ...originalPayment,
  chargedAmount: z.string(),
  listPrice: price.optional(),
};

const period = {
  billingPeriod: z.enum(['weekly', 'monthly', 'quarterly', 'yearly']),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  periodNumber: z.number(),
  canceledAt: z.string().optional(),
};

const status = { ...period, planPrice: price.optional() };

const changed = {
  ...status,
  changeOriginOrderId: z.string(),
  previousProductName: z.string(),
  previousPlanPrice: price,
  chargedAmount: z.string(),
};

const planned = {
  ...status,
  targetOrderId: z.string(),
  targetProductName: z.string(),
  targetPlanPrice: price,
};

const refund = {
  ...originalPayment,
  refundId: z.string().optional(),
  refundStatus: z.enum(['succeeded', 'failed']),
  refundReason: z.string(),
  refundCreatedAt: z.string(),
  refundedAmount: z.string(),
  originalChargedAmount: z.string(),
  originalPayment: price.optional(),
  refundFailureReason: z.string().optional(),
  refundTicketMerchantExternalId: z.string().optional(),
  periodNumber: z.number().optional(),
};

const data: Readonly<Record<EventType, z.ZodRawShape>> = {
  'order.completed': payment,
  'subscription.activated': status,
  'subscription.payment_succeeded': { ...period, ...payment },
  'subscription.renewed': { ...status, paymentId: z.string() },
  'subscription.recovered': { ...status, paymentId: z.string() },
  'subscription.canceling': status,
  'subscription.uncanceled': status,
  'subscription.updated': changed,
  'subscription.plan_changed': changed,
  'subscription.plan_change_scheduled': {
    ...planned,
    targetAmount: z.string(),
    effectiveAt: z.string(),
  },
  'subscription.plan_change_failed': { ...planned, paymentFailureReason: z.string().optional() },
  'subscription.canceled': status,
  'subscription.past_due': { ...status, paymentFailureReason: z.string().optional() },
  'refund.succeeded': refund,
  'refund.failed': refund,
};

/** The body of a delivery of the type (docs/contract/events.md#envelope). */
export function eventSchema(type: EventType) {
  return z.object({
    id: z.string(),
    timestamp: z.string(),
    eventType: z.literal(type),
    eventId: z.string(),
    storeId: z.string(),
    storeName: z.string(),
    mode: z.enum(['test', 'prod']),
    data: z.object({ ...everyEvent, ...data[type] }),
  });
}

export const eventSchemas = new Map(EVENT_TYPES.map((type) => [type, eventSchema(type)]));
