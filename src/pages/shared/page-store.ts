import type { Environment } from '../../contract/caller.ts';
import type { Business } from '../../domain/store/business.ts';
import type { StoredCheckout } from '../../domain/store/settings.ts';
import type { StoreStatus } from '../../domain/store/store.queries.ts';
import type { Id } from '../../kit/id.ts';

/** The store's data shown on every page. */
export interface PageStore extends Business {
  readonly id: Id<'STO'>;
  readonly name: string;
  readonly slug: string;
  readonly status: StoreStatus;
  readonly logo: string | null;
  readonly supportEmail: string | null;
  readonly checkoutSettings: StoredCheckout;
}

/** The store and environment of any session's page. */
export interface VisitedPage {
  readonly store: PageStore;
  readonly environment: Environment;
}

export interface PageTrial {
  readonly days: number;
  /** Null if free. */
  readonly amountMinor: bigint | null;
}

/** As in docs/contract/resources.md#media. */
export interface MediaItem {
  readonly type: string;
  readonly url: string;
  readonly alt?: string;
  readonly thumbnail?: string;
}

/** The data of any session's page, as stored in the database. */
export interface SessionPage {
  /** `cs_` and a UUID. */
  readonly sessionId: string;
  readonly status: 'open' | 'completed' | 'expired';
  readonly environment: Environment;
  readonly expiresAt: Date;
  readonly darkMode: boolean | null;
  readonly language: string | null;
  readonly paymentMethods: readonly string[];
  readonly successUrl: string | null;
  readonly store: PageStore;
  /** Whether too many cards were declined on it. */
  readonly isClosed: boolean;
}
