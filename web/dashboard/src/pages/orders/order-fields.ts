import { type Filter, SALES_FILTERS, salesFilter } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

/** Fields of either kind of order used by its pages. */
export interface OrderRow {
  readonly id: string;
  readonly status: string;
  readonly buyerEmail: string;
  readonly merchantProvidedBuyerIdentity: string | null;
  readonly orderMerchantExternalId: string | null;
  readonly billingCountry: string | null;
  readonly createdAt: string;
}

export const ORDER_ROW = `id status buyerEmail merchantProvidedBuyerIdentity
  orderMerchantExternalId billingCountry createdAt`;

export interface BillingDetail {
  readonly country: string | null;
  readonly isBusiness: boolean | null;
  readonly postcode: string | null;
  readonly state: string | null;
  readonly businessName: string | null;
  readonly taxId: string | null;
}

export const BILLING_DETAIL =
  'billingDetail { country isBusiness postcode state businessName taxId }';

/** The filter shared by lists of orders, from the URL. */
export function orderFilter(values: Readonly<Record<string, string>>): object {
  const { identity, externalId } = values;
  return {
    ...salesFilter(values),
    ...(identity ? { merchantProvidedBuyerIdentity: { eq: identity } } : {}),
    ...(externalId ? { orderMerchantExternalId: { startsWithIgnoreCase: externalId } } : {}),
  };
}

export const ORDERS_LIST: ListingSpec = {
  field: 'onetimeOrders',
  type: 'OnetimeOrder',
  selection: `${ORDER_ROW} priceSnapshot { currency total } onetimeProduct { name }`,
  filter: orderFilter,
};

/** Filter fields of order lists that aren't always shown. */
export const ORDER_FILTERS: readonly Filter[] = [
  ...SALES_FILTERS,
  { name: 'identity', label: 'Buyer identity' },
  { name: 'externalId', label: 'External ID' },
];
