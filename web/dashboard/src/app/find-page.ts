import { type Environment, query } from '../api/client.ts';
import { findReadings } from './find-reading.ts';

/** A page found by a search. */
export interface Found {
  /** Path within the store and environment. */
  readonly page: string;
  readonly label: string;
  readonly kind: string;
}

interface Item {
  readonly __typename: string;
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  readonly buyerEmail?: string;
  readonly externalId?: string | null;
}

/** Page and kind of each type of object. */
const PAGES: Readonly<Record<string, readonly [page: string, kind: string]>> = {
  OnetimeOrder: ['orders', 'Order'],
  SubscriptionOrder: ['subscriptions', 'Subscription'],
  Payment: ['payments', 'Payment'],
  RefundTicket: ['refund-tickets', 'Refund ticket'],
  OnetimeProduct: ['products', 'Product'],
  SubscriptionProduct: ['products', 'Subscription product'],
  SubscriptionProductGroup: ['product-groups', 'Product group'],
  WebhookDelivery: ['deliveries', 'Delivery'],
};

/** Pages that match the search, most likely first. */
export async function find(
  sought: string,
  storeId: string,
  environment: Environment,
): Promise<readonly Found[]> {
  const answers = await Promise.all(
    findReadings(sought).map(({ text, variables }) =>
      query<Answer>(text, { storeId, ...variables }, environment),
    ),
  );
  const found = answers.flatMap(itemsOf).map(foundOf);
  return found.filter(
    ({ page }, place) => found.findIndex((other) => other.page === page) === place,
  );
}

type Answer = Readonly<Record<string, readonly Item[]>> & {
  readonly refunds?: readonly { readonly payment: Item }[];
};

function itemsOf({ refunds = [], ...lists }: Answer): readonly Item[] {
  return [...Object.values(lists).flat(), ...refunds.map(({ payment }) => payment)];
}

function foundOf({ __typename, id, name, email, buyerEmail, externalId }: Item): Found {
  if (email !== undefined) {
    return { page: `customers?email=${encodeURIComponent(email)}`, label: email, kind: 'Customer' };
  }
  const [page, kind] = PAGES[__typename] as readonly [string, string];
  const label = name ?? [externalId, buyerEmail].filter(Boolean).join(' · ');
  return { page: `${page}/${id}`, label: label || id, kind };
}
