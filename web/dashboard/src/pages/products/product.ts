import type { UseQueryResult } from '@tanstack/react-query';
import { ACTS, type Act } from '../../parts/history.ts';
import { useGraphql } from '../../parts/use-graphql.ts';

export type ProductKind = 'onetime' | 'subscription';

/** A product in the page's environment. */
export interface Product {
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly version: number;
  readonly billingPeriod?: string;
  readonly prices: readonly Price[];
  readonly media: readonly Media[];
  readonly successUrl: string | null;
  /** JSON text. */
  readonly metadata: string;
  readonly hasProdVersion: boolean;
  readonly group?: { readonly id: string; readonly name: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The product with its sales and history. */
export interface ShownProduct extends Product {
  readonly sold: readonly {
    readonly currency: string;
    readonly orderCount: number;
    readonly netAmount: string;
    readonly refundedAmount: string;
  }[];
  readonly auditEntries: readonly Act[];
}

export interface Price {
  readonly currency: string;
  readonly priceInfo: {
    readonly amount: string;
    readonly taxCategory: string;
    readonly taxIncluded: boolean;
    readonly trialAmount: string | null;
  };
}

export interface Media {
  readonly type: string;
  readonly url: string;
  readonly alt: string | null;
  readonly thumbnail: string | null;
}

const FIELDS = `id name description status version
  prices { currency priceInfo { amount taxCategory taxIncluded trialAmount } }
  media { type url alt thumbnail } successUrl metadata hasProdVersion createdAt updatedAt`;

const PAST = `sold { currency orderCount netAmount refundedAmount } ${ACTS}`;

const queryOf = (more: string) => `query ($id: ID!) {
  onetime: onetimeProduct(id: $id) { ${FIELDS} ${more} }
  subscription: subscriptionProduct(id: $id) { ${FIELDS} billingPeriod group { id name } ${more} }
}`;

type Found<Shown> = Readonly<Record<ProductKind, Omit<Shown, 'kind'> | null>>;
type Result<Shown> = Pick<UseQueryResult<Shown | null>, 'data' | 'error' | 'isPending'>;

/** The product with the ID, of either kind; null if this environment has none. */
export function useProduct(id: string): Result<Product> {
  return useProductQuery<Product>(id, '');
}

/** The same, with its history. */
export function useShownProduct(id: string): Result<ShownProduct> {
  return useProductQuery<ShownProduct>(id, PAST);
}

function useProductQuery<Shown extends Product>(id: string, more: string): Result<Shown> {
  const result = useGraphql<Found<Shown>>(queryOf(more), { id });
  return {
    ...result,
    data: result.data && withKind<Shown>(result.data),
  } as UseQueryResult<Shown | null>;
}

function withKind<Shown extends Product>({ onetime, subscription }: Found<Shown>): Shown | null {
  if (onetime) return { ...onetime, kind: 'onetime' } as Shown;
  return subscription && ({ ...subscription, kind: 'subscription' } as Shown);
}

/** Trial days of a subscription product, or null if it has no trial. */
export function trialDaysOf(product: Pick<Product, 'kind' | 'metadata'>): number | null {
  if (product.kind === 'onetime') return null;
  const { trialDays } = JSON.parse(product.metadata) as { readonly trialDays?: unknown };
  return typeof trialDays === 'number' ? trialDays : null;
}

/** Billing periods as shown after a price: `$9.90 a month`. */
export const PERIODS: Readonly<Record<string, string>> = {
  weekly: 'a week',
  monthly: 'a month',
  quarterly: 'a quarter',
  yearly: 'a year',
};
