import { salesFilter } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

/** The list of products of one kind. */
export function productsList(kind: 'onetime' | 'subscription'): ListingSpec {
  const isSubscription = kind === 'subscription';
  return {
    field: isSubscription ? 'subscriptionProducts' : 'onetimeProducts',
    type: isSubscription ? 'SubscriptionProduct' : 'OnetimeProduct',
    selection: `id name status version hasProdVersion createdAt
      ${isSubscription ? 'billingPeriod' : ''} prices { currency priceInfo { amount } }`,
    choices: ['kind'],
    filter: ({ name, kind: _, ...values }) => ({
      ...salesFilter(values),
      ...(name ? { name: { containsIgnoreCase: name } } : {}),
    }),
  };
}
