import type { UseQueryResult } from '@tanstack/react-query';
import { useGraphql } from '../../parts/use-graphql.ts';

export type ProductKind = 'onetime' | 'subscription';

/** A product as the page's environment shows it. */
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

const QUERY = `query ($id: ID!) {
  onetime: onetimeProduct(id: $id) { ${FIELDS} }
  subscription: subscriptionProduct(id: $id) { ${FIELDS} billingPeriod group { id name } }
}`;

type Found = Readonly<Record<ProductKind, Omit<Product, 'kind'> | null>>;

/** The product with the id, whichever kind it is; null when this environment has none. */
export function useProduct(
  id: string,
): Pick<UseQueryResult<Product | null>, 'data' | 'error' | 'isPending'> {
  const result = useGraphql<Found>(QUERY, { id });
  return {
    ...result,
    data: result.data && withKind(result.data),
  } as UseQueryResult<Product | null>;
}

function withKind({ onetime, subscription }: Found): Product | null {
  if (onetime) return { ...onetime, kind: 'onetime' };
  return subscription && { ...subscription, kind: 'subscription' };
}

/** Days of the trial that the metadata turns on, or null. */
export function trialDaysOf(product: Pick<Product, 'metadata'>): number | null {
  const { trialDays } = JSON.parse(product.metadata) as { readonly trialDays?: unknown };
  return typeof trialDays === 'number' ? trialDays : null;
}

/** How a price reads beside its period: `$9.90 a month`. */
export const PERIODS: Readonly<Record<string, string>> = {
  weekly: 'a week',
  monthly: 'a month',
  quarterly: 'a quarter',
  yearly: 'a year',
};
