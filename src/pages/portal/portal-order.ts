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
  /** What follows is null for a one-time order. */
  readonly billingPeriod: BillingPeriod | null;
  readonly periodEnd: Date | null;
  /** The store's time of the next step: a renewal, a retry, the end; null: none. */
  readonly dueAt: Date | null;
  readonly inTrial: boolean;
  readonly canceledUnpaid: boolean;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  /** What the provider of its charges is called. */
  readonly provider: string | null;
}

/** A payment that succeeded, with the refunds that its buyer or the merchant asked for. */
export interface PortalPayment {
  readonly id: Id<'PAY'>;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly paidAt: Date;
  /** What may still be asked back, and whether the time for it has not passed. */
  readonly refundableMinor: bigint;
  readonly isRefundable: boolean;
  readonly tickets: readonly PortalTicket[];
}

export interface PortalTicket {
  readonly id: Id<'TKT'>;
  readonly status: string;
  readonly amountMinor: number;
  readonly reason: string;
  /** What the merchant said about it. */
  readonly note: string | null;
  /** Of the refund that it led to, once it succeeded. */
  readonly refundId: Id<'REF'> | null;
  /** Whether the buyer asked for it, so that they may ask again. */
  readonly isBuyers: boolean;
}

/** A plan that a subscription may be changed to. */
export interface PortalPlan {
  readonly productId: Id<'PROD'>;
  readonly name: string;
  readonly billingPeriod: BillingPeriod;
  readonly amountMinor: bigint;
}
