import type { ChangeSession } from '../../domain/plan-change/change-session.queries.ts';
import type { ChangeQuote } from '../../domain/plan-change/quote.ts';
import type { BillingPeriod } from '../../domain/product/product.ts';
import type { Money } from '../../kit/money.ts';
import type { SessionPage } from '../shared/page-store.ts';

/** What the page of a plan change shows, as the database holds it. */
export interface ChangePage extends SessionPage {
  readonly timing: ChangeSession['timing'];
  readonly currency: string;
  readonly current: Plan;
  readonly next: Plan;
  /** State of the subscription that is to change. */
  readonly originStatus: string;
  /** Null: the subscription never began. */
  readonly quote: ChangeQuote | null;
  /** What the subscription is charged with; null: nothing is kept. */
  readonly saved: SavedCard | null;
  /** Name of the provider that keeps it. */
  readonly provider: string;
  /** The new plan's order, once the buyer has confirmed. */
  readonly order: ChangeOrder | null;
}

export interface Plan {
  readonly name: string;
  readonly price: Money;
  readonly billingPeriod: BillingPeriod;
}

/** Both null where the provider tells nothing of a card. */
export interface SavedCard {
  readonly brand: string | null;
  readonly last4: string | null;
}

export interface ChangeOrder {
  /** `ORD_xxx`. */
  readonly id: string;
  readonly status: string;
  /** Whether its charge is under way. */
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

/** The one state a page is in. What was confirmed beats all. */
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
