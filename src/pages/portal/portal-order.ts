import type { BillingDetail } from '../../domain/checkout/billing-detail.ts';
import type { BillingPeriod, ProductKind } from '../../domain/product/product.ts';
import type { Id } from '../../kit/id.ts';

/** An order as the portal shows it. */
export interface PortalOrder {
  readonly id: Id<'ORD'>;
  readonly kind: ProductKind;
  readonly status: string;
  readonly productName: string;
  readonly currency: string;
  readonly totalMinor: bigint;
  readonly createdAt: Date;
  readonly billingDetail: BillingDetail;
  /** The following fields are null for a one-time order. */
  readonly billingPeriod: BillingPeriod | null;
  readonly periodEnd: Date | null;
  /**
   * The time of the next step, in the store's time: a renewal, a retry, the end. Null if there is
   * none.
   */
  readonly dueAt: Date | null;
  readonly inTrial: boolean;
  readonly canceledUnpaid: boolean;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  /** Name of the provider that charges it. */
  readonly provider: string | null;
  /** Whether its period has ended, by the store's time. */
  readonly isPeriodOver: boolean;
  /** Whether an open dispute keeps it from being charged. */
  readonly isDisputed: boolean;
  /** The confirmed plan change that is due when the period ends; null if there is none. */
  readonly change: PortalChange | null;
}

export interface PortalChange {
  readonly orderId: Id<'ORD'>;
  readonly productName: string;
  readonly billingPeriod: BillingPeriod;
  /** The amount charged when it takes effect, and that of later periods; in minor units. */
  readonly firstMinor: number;
  readonly totalMinor: number;
}

/** Steps that an order's page offers, depending on its state. */
export type OrderStep = 'plan' | 'keep-plan' | 'reactivate' | 'card' | 'billing' | 'cancel';

/** Whether the order's state allows the step; changing the plan also requires another plan. */
export function allowsStep(order: PortalOrder, step: OrderStep): boolean {
  const { kind, status, periodEnd, canceledUnpaid } = order;
  const isSubscription = kind === 'subscription';
  if (step === 'billing') return isSubscription ? periodEnd !== null : status === 'completed';
  if (!isSubscription) return false;
  if (step === 'plan') return status === 'active';
  if (step === 'keep-plan') return order.change !== null;
  if (step === 'cancel') return status === 'active' || status === 'past_due';
  if (canceledUnpaid) return false;
  if (step === 'reactivate') return status === 'canceling';
  return ['active', 'past_due', 'canceling'].includes(status);
}

/** A succeeded payment with the refunds requested by its buyer or the merchant. */
export interface PortalPayment {
  readonly id: Id<'PAY'>;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly paidAt: Date;
  /** The refundable amount, and whether it may be requested: in time, and without a dispute. */
  readonly refundableMinor: bigint;
  readonly isRefundable: boolean;
  readonly tickets: readonly PortalTicket[];
}

export interface PortalTicket {
  readonly id: Id<'TKT'>;
  readonly status: string;
  readonly amountMinor: number;
  readonly reason: string;
  /** The merchant's note about it. */
  readonly note: string | null;
  /** ID of the resulting refund, once it succeeded. */
  readonly refundId: Id<'REF'> | null;
  /** Whether the buyer requested it and can therefore request it again. */
  readonly isBuyers: boolean;
}

/** A plan a subscription can be changed to. */
export interface PortalPlan {
  readonly productId: Id<'PROD'>;
  readonly name: string;
  readonly billingPeriod: BillingPeriod;
  readonly amountMinor: bigint;
}
