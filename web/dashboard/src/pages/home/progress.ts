import type { UseQueryResult } from '@tanstack/react-query';
import { type Reading, useReading } from '../../parts/use-graphql.ts';

/** A store's setup progress. */
export interface Progress {
  readonly onetimeCount: number;
  readonly subscriptionCount: number;
  readonly onetime: readonly { readonly id: string }[];
  readonly subscription: readonly { readonly id: string }[];
  readonly newest: readonly { readonly createdAt: string }[];
  readonly paidCount: number;
  readonly deliveredCount: number;
  readonly store: {
    readonly prodEnabled: boolean;
    readonly storeWebhooks: readonly { readonly id: string }[];
  };
}

const QUERY = `query ($storeId: ID!) {
  onetimeCount: onetimeProductsCount(storeId: $storeId)
  subscriptionCount: subscriptionProductsCount(storeId: $storeId)
  onetime: onetimeProducts(storeId: $storeId, limit: 1) { id }
  subscription: subscriptionProducts(storeId: $storeId, limit: 1) { id }
  newest: payments(storeId: $storeId, limit: 1) { createdAt }
  paidCount: paymentsCount(storeId: $storeId, filter: { status: { eq: "succeeded" } })
  deliveredCount: webhookDeliveriesCount(storeId: $storeId, filter: { status: { eq: "success" } })
  store(id: $storeId) { prodEnabled storeWebhooks(limit: 1) { id } }
}`;

export const progressReading: Reading = { text: QUERY };

export function useProgress(): UseQueryResult<Progress> {
  return useReading<Progress>(progressReading);
}
