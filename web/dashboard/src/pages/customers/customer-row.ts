import { amountsOf, readSpan } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

export interface Spent {
  readonly currency: string;
  readonly totalAmount: string;
  readonly refundedAmount: string;
}

export interface CustomerRow {
  readonly id: string;
  readonly email: string;
  readonly orderCount: number;
  readonly lastOrderAt: string | null;
  readonly billingCountry: string | null;
  readonly createdAt: string;
  readonly spent: readonly Spent[];
}

export const CUSTOMERS_LIST: ListingSpec = {
  field: 'customers',
  type: 'Customer',
  selection: `id email orderCount lastOrderAt billingCountry createdAt
    spent { currency totalAmount refundedAmount }`,
  choices: ['view'],
  filter: (values) => {
    const { q, since, currency, country, product } = values;
    const span = readSpan(since, new Date());
    const spent = amountsOf(values);
    return {
      ...(country ? { billingCountries: { eq: country } } : {}),
      ...(product ? { productId: { eq: product } } : {}),
      ...(spent ? { spent } : {}),
      ...(q ? { email: { containsIgnoreCase: q } } : {}),
      ...(currency ? { currency: { eq: currency } } : {}),
      ...(span.gte || span.lt ? { createdAt: span } : {}),
    };
  },
};
