import type { BillingDetail } from '../../domain/checkout/billing-detail.ts';
import type { BillingPeriod } from '../../domain/product/product.ts';
import type { Money } from '../../kit/money.ts';
import type { MediaItem, PageTrial, SessionPage } from '../shared/page-store.ts';

/** The data of a hosted checkout page, as stored in the database. */
export interface CheckoutPage extends SessionPage {
  readonly price: Money;
  /** The trial the session starts with, unless this buyer has already used it. */
  readonly trial: PageTrial | null;
  readonly buyerEmail: string | null;
  readonly billingDetail: BillingDetail | null;
  readonly product: {
    /** `PROD_xxx`. */
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly media: readonly MediaItem[];
    /** Null for a one-time product. */
    readonly billingPeriod: BillingPeriod | null;
  };
  readonly payment: PaymentDone | null;
  /** The store's time, at which a purchase made now starts. */
  readonly storeNow: Date;
  /** Whether the product is inactive in the session's environment. */
  readonly isDeactivated: boolean;
  /** Whether a charge is in progress. */
  readonly isCharging: boolean;
}

/** The price due now: the trial's, or the product's. */
export function dueNow({ price, trial }: Pick<CheckoutPage, 'price' | 'trial'>): Money {
  return trial ? { ...price, amountMinor: trial.amountMinor ?? 0n } : price;
}

/** The payment that completed the session's order; for a free trial, no charge. */
export interface PaymentDone {
  /** `ORD_xxx`: only the payer gets it, so it opens the receipt. */
  readonly orderId: string;
  readonly amount: Money;
  readonly buyerEmail: string;
  readonly paidAt: Date;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
}

export type PageState =
  | 'open'
  | 'pending'
  | 'no-method'
  | 'paid'
  | 'already-paid'
  | 'closed'
  | 'expired'
  | 'inactive'
  | 'not-for-sale';

/**
 * The page's state. Paid takes precedence: someone who has paid must see that, whatever has
 * happened to the store since.
 */
export function pageState(page: CheckoutPage, { now, methods, orderId }: PageSight): PageState {
  if (page.status === 'completed') {
    return page.payment && page.payment.orderId === orderId ? 'paid' : 'already-paid';
  }
  if (page.isCharging) return 'pending';
  if (page.isClosed) return 'closed';
  if (page.status === 'expired' || page.expiresAt <= now) return 'expired';
  if (page.store.status !== 'active') return 'inactive';
  if (page.isDeactivated) return 'not-for-sale';
  return methods.length === 0 ? 'no-method' : 'open';
}

export interface PageSight {
  readonly now: Date;
  /** The payment methods available now. */
  readonly methods: readonly string[];
  /** The ID of the order that the visitor got when paying, if any. */
  readonly orderId: string | null;
}
