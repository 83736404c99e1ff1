import type { Environment } from '../contract/caller.ts';
import type { BillingDetail } from '../domain/checkout/billing-detail.ts';
import type { BillingPeriod } from '../domain/product/product.ts';
import type { StoredCheckout } from '../domain/store/settings.ts';
import type { StoreStatus } from '../domain/store/store.queries.ts';
import type { Id } from '../kit/id.ts';
import type { Money } from '../kit/money.ts';

/** What a hosted checkout page shows, as the database holds it. */
export interface CheckoutPage {
  /** `cs_` and a UUID. */
  readonly sessionId: string;
  readonly status: 'open' | 'completed' | 'expired';
  readonly environment: Environment;
  readonly expiresAt: Date;
  readonly darkMode: boolean | null;
  readonly language: string | null;
  readonly paymentMethods: readonly string[];
  readonly price: Money;
  /** What the session begins with, unless this buyer has used it up. */
  readonly trial: PageTrial | null;
  readonly buyerEmail: string | null;
  readonly billingDetail: BillingDetail | null;
  readonly successUrl: string | null;
  readonly store: {
    readonly id: Id<'STO'>;
    readonly name: string;
    readonly slug: string;
    readonly status: StoreStatus;
    readonly logo: string | null;
    readonly supportEmail: string | null;
    readonly checkoutSettings: StoredCheckout;
  };
  readonly product: {
    readonly name: string;
    readonly description: string | null;
    readonly media: readonly MediaItem[];
    /** Null: paid once. */
    readonly billingPeriod: BillingPeriod | null;
  };
  readonly payment: PaymentDone | null;
  /** Whether a charge is under way. */
  readonly isCharging: boolean;
}

export interface PageTrial {
  readonly days: number;
  /** Null: free. */
  readonly amountMinor: bigint | null;
}

/** Specification 2.8. */
export interface MediaItem {
  readonly type: string;
  readonly url: string;
  readonly alt?: string;
  readonly thumbnail?: string;
}

/** What is paid now: the trial's price, or the product's. */
export function dueNow({ price, trial }: Pick<CheckoutPage, 'price' | 'trial'>): Money {
  return trial ? { ...price, amountMinor: trial.amountMinor ?? 0n } : price;
}

/** The payment that completed the session's order; of a free trial, that nothing was charged. */
export interface PaymentDone {
  /** `ORD_xxx`: whoever paid was told it, so it opens the receipt. */
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
