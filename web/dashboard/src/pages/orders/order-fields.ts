/** What an order's pages read of either kind of order. */
export interface OrderRow {
  readonly id: string;
  readonly status: string;
  readonly buyerEmail: string;
  readonly merchantProvidedBuyerIdentity: string | null;
  readonly orderMerchantExternalId: string | null;
  readonly createdAt: string;
}

export const ORDER_ROW = `id status buyerEmail merchantProvidedBuyerIdentity
  orderMerchantExternalId createdAt`;

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

/** The filter that lists of orders share: what the address says of state, buyer and id. */
export function orderFilter(values: Readonly<Record<string, string>>): object {
  const { status, email, identity, externalId } = values;
  return {
    ...(status ? { status: { eq: status } } : {}),
    ...(email ? { buyerEmail: { eq: email } } : {}),
    ...(identity ? { merchantProvidedBuyerIdentity: { eq: identity } } : {}),
    ...(externalId ? { orderMerchantExternalId: { eq: externalId } } : {}),
  };
}

/** Fields above lists of orders, beside that of the state. */
export const ORDER_FILTERS = [
  { name: 'email', label: 'Buyer’s email' },
  { name: 'identity', label: 'Your name for the buyer' },
  { name: 'externalId', label: 'External id' },
] as const;
