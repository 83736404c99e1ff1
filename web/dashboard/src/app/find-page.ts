import { type Environment, query } from '../api/client.ts';

interface Found {
  readonly [alias: string]: readonly { readonly __typename: string; readonly id: string }[];
}

/** Page of each type of object behind its id. */
const PAGES: Readonly<Record<string, string>> = {
  OnetimeOrder: 'orders',
  SubscriptionOrder: 'subscriptions',
  Payment: 'payments',
  Refund: 'payments',
  RefundTicket: 'refund-tickets',
  OnetimeProduct: 'products',
  SubscriptionProduct: 'products',
  SubscriptionProductGroup: 'product-groups',
  WebhookDelivery: 'deliveries',
};

const BY_ID = `query ($storeId: ID!, $sought: String!) {
  onetimeOrders(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) { __typename id }
  subscriptionOrders(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) { __typename id }
  payments(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) { __typename id }
  refundTickets(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) { __typename id }
  onetimeProducts(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) { __typename id }
  subscriptionProducts(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) {
    __typename id
  }
  subscriptionProductGroups(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) {
    __typename id
  }
  webhookDeliveries(storeId: $storeId, filter: { id: { eq: $sought } }, limit: 1) { __typename id }
}`;

const BY_EXTERNAL_ID = `query ($storeId: ID!, $sought: String!) {
  onetimeOrders(storeId: $storeId, filter: { orderMerchantExternalId: { eq: $sought } }, limit: 1) {
    __typename id
  }
  subscriptionOrders(
    storeId: $storeId, filter: { orderMerchantExternalId: { eq: $sought } }, limit: 1
  ) { __typename id }
  refundTickets(
    storeId: $storeId, filter: { refundTicketMerchantExternalId: { eq: $sought } }, limit: 1
  ) { __typename id }
}`;

/** Path of the page about what was sought, within the store and environment; null for nothing. */
export async function findPage(
  sought: string,
  storeId: string,
  environment: Environment,
): Promise<string | null> {
  if (sought.includes('@')) return `customers?email=${encodeURIComponent(sought)}`;
  for (const text of [BY_ID, BY_EXTERNAL_ID]) {
    const found = await query<Found>(text, { storeId, sought }, environment);
    const [first] = Object.values(found).flat();
    if (first) return `${PAGES[first.__typename]}/${first.id}`;
  }
  return null;
}
