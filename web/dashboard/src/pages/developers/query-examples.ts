/** An example query; the explorer starts with the first one. */
export interface QueryExample {
  readonly name: string;
  readonly text: string;
}

/** Each takes only `$storeId`. A test runs every one. */
export const QUERY_EXAMPLES: readonly QueryExample[] = [
  {
    name: 'The latest orders',
    text: `query LatestOrders($storeId: ID!) {
  orders(storeId: $storeId, limit: 10) {
    id
    status
    createdAt
    ... on OnetimeOrder { productVersion { name } }
    ... on SubscriptionOrder { billingPeriod productVersion { name } }
  }
  ordersCount(storeId: $storeId)
}`,
  },
  {
    name: 'Payments in a currency',
    text: `query Payments($storeId: ID!) {
  payments(
    storeId: $storeId
    filter: { currency: { eq: "USD" }, status: { eq: "succeeded" } }
    limit: 20
  ) {
    id
    createdAt
    currency
    refundStatus
    amount { display }
  }
}`,
  },
  {
    name: 'Products and their prices',
    text: `query Products($storeId: ID!) {
  onetimeProducts(storeId: $storeId) {
    id
    name
    status
    prices { currency priceInfo { amount taxCategory } }
  }
}`,
  },
  {
    name: 'Deliveries that failed',
    text: `query FailedDeliveries($storeId: ID!) {
  webhookDeliveries(storeId: $storeId, filter: { status: { eq: "failed" } }) {
    id
    eventType
    failure
    attemptCount
    createdAt
  }
}`,
  },
  {
    name: 'The store and its webhooks',
    text: `query Store($storeId: ID!) {
  store(id: $storeId) {
    name
    slug
    storeWebhooks { id channel url events disabledAt }
  }
}`,
  },
];
