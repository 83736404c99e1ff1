import { type Environment, query } from '../api/client.ts';

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

const one = (list: string, shown: string, condition = 'id: { eq: $sought }') =>
  `${list}(storeId: $storeId, filter: { ${condition} }, limit: 5) { __typename id ${shown} }`;

/** Prefixes of IDs; a UUID is an ID, too. Addresses and external IDs may look the same. */
const ID = /^(ORD|PAY|TKT|REF|PROD)_|^[0-9a-f]{8}-[0-9a-f]{4}-/i;

const BY_ID = `query ($storeId: ID!, $sought: String!) {
  ${one('onetimeOrders', 'buyerEmail')}
  ${one('subscriptionOrders', 'buyerEmail')}
  ${one('payments', 'buyerEmail')}
  ${one('refundTickets', 'buyerEmail')}
  refunds(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) {
    payment { __typename id buyerEmail }
  }
  ${one('onetimeProducts', 'name')}
  ${one('subscriptionProducts', 'name')}
  ${one('subscriptionProductGroups', 'name')}
  ${one('webhookDeliveries', '')}
}`;

const named = (list: string) => one(list, 'name', 'name: { containsIgnoreCase: $sought }');
const external = 'orderMerchantExternalId: { startsWithIgnoreCase: $sought }';

const BY_TEXT = `query ($storeId: ID!, $sought: String!) {
  ${one('customers', 'email', 'email: { containsIgnoreCase: $sought }')}
  ${named('onetimeProducts')}
  ${named('subscriptionProducts')}
  ${named('subscriptionProductGroups')}
  ${one('onetimeOrders', 'buyerEmail externalId: orderMerchantExternalId', external)}
  ${one('subscriptionOrders', 'buyerEmail externalId: orderMerchantExternalId', external)}
  ${one('refundTickets', 'externalId: refundTicketMerchantExternalId', 'refundTicketMerchantExternalId: { eqIgnoreCase: $sought }')}
}`;

/** Pages that match the search, most likely first. */
export async function find(
  sought: string,
  storeId: string,
  environment: Environment,
): Promise<readonly Found[]> {
  const texts = ID.test(sought) ? [BY_ID, BY_TEXT] : [BY_TEXT];
  const answers = await Promise.all(
    texts.map((text) => query<Answer>(text, { storeId, sought }, environment)),
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
