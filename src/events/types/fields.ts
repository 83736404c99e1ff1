import { z } from 'zod';
import { toIso } from '../../kit/time.ts';

/** Fields shared by several events, and their values in samples. */

/** Well-formed IDs that no resource has. */
export const SAMPLE = {
  order: 'ORD_0000000000000000000000',
  payment: 'PAY_0000000000000000000000',
  refund: 'REF_0000000000000000000000',
} as const;

const price = z.object({
  subtotal: z.string(),
  taxAmount: z.string(),
  taxRate: z.number(),
  total: z.string(),
});

const SAMPLE_PRICE = { subtotal: '29.00', taxAmount: '0.00', taxRate: 0, total: '29.00' };

const originalPayment = {
  paymentId: z.string(),
  paymentStatus: z.enum(['succeeded', 'failed']),
  paymentMethod: z.string(),
  paymentLast4: z.string().optional(),
  paymentDate: z.string(),
  paymentFailureReason: z.string().optional(),
};

function sampleOriginalPayment(now: Date) {
  return {
    paymentId: SAMPLE.payment,
    paymentStatus: 'succeeded' as const,
    paymentMethod: 'card',
    paymentLast4: '4242',
    paymentDate: dayOf(now),
  };
}

export const payment = {
  ...originalPayment,
  chargedAmount: z.string(),
  listPrice: price,
};

export function samplePayment(now: Date) {
  return { ...sampleOriginalPayment(now), chargedAmount: '29.00', listPrice: SAMPLE_PRICE };
}

/** The period of a subscription. */
export const period = {
  billingPeriod: z.enum(['weekly', 'monthly', 'quarterly', 'yearly']),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  periodNumber: z.number(),
  canceledAt: z.string().optional(),
};

export function samplePeriod(now: Date) {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return {
    billingPeriod: 'monthly' as const,
    currentPeriodStart: dayOf(now),
    currentPeriodEnd: dayOf(end),
    periodNumber: 1,
  };
}

/** Fields of events about a subscription's state. */
export const status = { ...period, planPrice: price };

export function sampleStatusFields(now: Date) {
  return { ...samplePeriod(now), planPrice: SAMPLE_PRICE };
}

/** A completed plan change. */
export const changedPlan = {
  ...status,
  changeOriginOrderId: z.string(),
  previousProductName: z.string(),
  previousPlanPrice: price,
  chargedAmount: z.string(),
};

export function sampleChangedPlan(now: Date) {
  return {
    ...sampleStatusFields(now),
    changeOriginOrderId: SAMPLE.order,
    previousProductName: 'Sample plan before',
    previousPlanPrice: { subtotal: '9.00', taxAmount: '0.00', taxRate: 0, total: '9.00' },
    chargedAmount: '24.50',
  };
}

/** A scheduled or failed plan change. */
export const plannedChange = {
  ...status,
  targetOrderId: z.string(),
  targetProductName: z.string(),
  targetPlanPrice: price,
};

export function samplePlannedChange(now: Date) {
  return {
    ...sampleStatusFields(now),
    targetOrderId: SAMPLE.order,
    targetProductName: 'Sample plan after',
    targetPlanPrice: { subtotal: '19.00', taxAmount: '0.00', taxRate: 0, total: '19.00' },
  };
}

export const refund = {
  ...originalPayment,
  refundId: z.string(),
  refundStatus: z.enum(['succeeded', 'failed']),
  refundReason: z.string(),
  refundCreatedAt: z.string(),
  refundedAmount: z.string(),
  originalChargedAmount: z.string(),
  originalPayment: price,
  refundFailureReason: z.string().optional(),
  refundTicketMerchantExternalId: z.string().optional(),
  periodNumber: z.number().optional(),
};

export function sampleRefund(now: Date, refundStatus: 'succeeded' | 'failed') {
  return {
    ...sampleOriginalPayment(now),
    refundId: SAMPLE.refund,
    refundStatus,
    refundReason: 'Sample refund',
    refundCreatedAt: toIso(now),
    refundedAmount: refundStatus === 'succeeded' ? '29.00' : '0.00',
    originalChargedAmount: '29.00',
    originalPayment: SAMPLE_PRICE,
  };
}

function dayOf(time: Date): string {
  return toIso(time).slice(0, 'YYYY-MM-DD'.length);
}
