import type { BillingDetail } from '../../domain/checkout/billing-detail.ts';
import type { BillingPeriod } from '../../domain/product/product.ts';
import type { Money } from '../../kit/money.ts';
import type { MediaItem, PageTrial, SessionPage } from '../shared/page-store.ts';

/** What a hosted checkout page shows, as the database holds it. */
export interface CheckoutPage extends SessionPage {
  readonly price: Money;
  /** What the session begins with, unless this buyer has used it up. */
  readonly trial: PageTrial | null;
  readonly buyerEmail: string | null;
  readonly billingDetail: BillingDetail | null;
  readonly product: {
    /** `PROD_xxx`. */
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly media: readonly MediaItem[];
    /** Null: paid once. */
    readonly billingPeriod: BillingPeriod | null;
  };
  readonly payment: PaymentDone | null;
  /** The store's time: what is bought now starts then. */
  readonly storeNow: Date;
  /** Whether a charge is under way. */
  readonly isCharging: boolean;
}

/** What is paid now: the trial's price, or the product's. */
export function dueNow({ price, trial }: Pick<CheckoutPage, 'price' | 'trial'>): Money {
  return trial ? { ...price, amountMinor: trial.amountMinor ?? 0n } : price;
}

/** The payment that completed the session's order; of a free trial, that nothing was charged. */
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
  | 'inactive';

/**
 * The one state a page is in. Paid beats all: who has paid must learn it, whatever became of the
 * store since.
 */
export function pageState(page: CheckoutPage, { now, methods, orderId }: PageSight): PageState {
  if (page.status === 'completed') {
    return page.payment && page.payment.orderId === orderId ? 'paid' : 'already-paid';
  }
  if (page.isCharging) return 'pending';
  if (page.isClosed) return 'closed';
  if (page.status === 'expired' || page.expiresAt <= now) return 'expired';
  if (page.store.status !== 'active') return 'inactive';
  return methods.length === 0 ? 'no-method' : 'open';
}

export interface PageSight {
  readonly now: Date;
  /** The methods that can be paid with here and now. */
  readonly methods: readonly string[];
  /** The order's id that the visitor was given when paying, if any. */
  readonly orderId: string | null;
}
