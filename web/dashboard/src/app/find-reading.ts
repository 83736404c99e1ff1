import type { Reading } from '../parts/reading.ts';

const one = (list: string, shown: string, condition = 'id: { eq: $sought }') =>
  `${list}(storeId: $storeId, filter: { ${condition} }, limit: 5) { __typename id ${shown} }`;

/** IDs, by prefix or as UUIDs. An email address or external ID may look like one too. */
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

/** The queries of a search. */
export function findReadings(sought: string): readonly Required<Reading>[] {
  const texts = ID.test(sought) ? [BY_ID, BY_TEXT] : [BY_TEXT];
  return texts.map((text) => ({ text, variables: { sought } }));
}
