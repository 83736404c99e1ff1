import type { ChangeSession } from '../../domain/plan-change/change-session.queries.ts';
import type { ChangeQuote } from '../../domain/plan-change/quote.ts';
import type { BillingPeriod } from '../../domain/product/product.ts';
import type { Money } from '../../kit/money.ts';
import type { SessionPage } from '../shared/page-store.ts';

/** The data of a plan change's page, as stored in the database. */
export interface ChangePage extends SessionPage {
  readonly timing: ChangeSession['timing'];
  readonly currency: string;
  readonly current: Plan;
  readonly next: Plan;
  /** State of the subscription to be changed. */
  readonly originStatus: string;
  /** Null if the subscription never started. */
  readonly quote: ChangeQuote | null;
  /** The saved payment method; null if there is none. */
  readonly saved: SavedCard | null;
  /** Name of the provider that saved it. */
  readonly provider: string;
  /** The new plan's order, once the buyer has confirmed. */
  readonly order: ChangeOrder | null;
}

export interface Plan {
  readonly name: string;
  readonly price: Money;
  readonly billingPeriod: BillingPeriod;
}

/** Both null if the provider reports no card details. */
export interface SavedCard {
  readonly brand: string | null;
  readonly last4: string | null;
}

export interface ChangeOrder {
  /** `ORD_xxx`. */
  readonly id: string;
  readonly status: string;
  /** Whether its charge is in progress. */
  readonly charging: boolean;
}

export type ChangeState =
  | 'open'
  | 'changed'
  | 'scheduled'
  | 'pending'
  | 'closed'
  | 'expired'
  | 'inactive'
  | 'impossible';

/** The page's state. A confirmed change takes precedence. */
export function changeState(page: ChangePage, now: Date): ChangeState {
  const { order } = page;
  if (page.status === 'completed') return confirmedState(order?.status ?? '');
  if (order?.charging) return 'pending';
  if (page.isClosed) return 'closed';
  if (page.status === 'expired' || page.expiresAt <= now) return 'expired';
  if (page.store.status !== 'active') return 'inactive';
  return page.originStatus === 'active' && page.quote ? 'open' : 'impossible';
}

function confirmedState(status: string): ChangeState {
  if (status === 'pending') return 'scheduled';
  return ['active', 'canceling', 'past_due'].includes(status) ? 'changed' : 'impossible';
}
