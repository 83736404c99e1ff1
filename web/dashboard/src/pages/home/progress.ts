import type { UseQueryResult } from '@tanstack/react-query';
import { type Reading, useReading } from '../../parts/use-graphql.ts';

/** How far a store has come. */
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

export interface TimeRange {
  readonly startDate: string;
  readonly endDate: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** The last 30 days in UTC, today's included; a test clock may have moved the newest sale ahead. */
export function timeRangeOf({ newest }: Pick<Progress, 'newest'>, now = new Date()): TimeRange {
  const latest = Math.max(now.getTime(), Date.parse(newest[0]?.createdAt ?? '') || 0);
  const end = Math.floor(latest / DAY_MS + 1) * DAY_MS;
  return {
    startDate: new Date(end - DAYS * DAY_MS).toISOString(),
    endDate: new Date(end).toISOString(),
  };
}

/** A value for each day of the range; a day that nothing happened on is zero. */
export function everyDay(
  { startDate, endDate }: TimeRange,
  values: ReadonlyMap<string, number>,
): { readonly day: string; readonly value: number }[] {
  const count = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(startDate) + index * DAY_MS).toISOString().slice(0, 10);
    return { day, value: values.get(day) ?? 0 };
  });
}
