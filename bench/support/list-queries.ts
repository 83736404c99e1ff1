/**
 * Queries behind a merchant's lists, by name: every list, filter, sort, search and count, and the
 * home page's figures.
 */
export type NamedQueries = Readonly<Record<string, string>>;

export interface Known {
  /** Short IDs of the store, of one of its products, and of objects deep in its lists. */
  readonly store: string;
  readonly product: string;
  readonly deepOrder: string;
  readonly deepPayment: string;
  /** Part of an email address that matches one buyer, and of one that matches many. */
  readonly rarePart: string;
  readonly commonPart: string;
  readonly externalId: string;
}

const ORDER = `{ id status buyerEmail createdAt productId billingCountry
  priceSnapshot { currency total } onetimeProduct { name } }`;
const SUBSCRIPTION = `{ id status buyerEmail currentPeriodEnd
  priceSnapshot { currency regularPhase { total } } subscriptionProduct { name } }`;
const PAYMENT = `{ id status refundStatus buyerEmail periodNumber failureReason createdAt
  amount { display currency } cardInfo { brand last4 } }`;
const REFUND = '{ id status buyerEmail createdAt requestedAmountDetails { amount currency } }';
const CUSTOMER = `{ id email orderCount lastOrderAt billingCountry createdAt
  spent { currency totalAmount netAmount } }`;
const COUNTED = 10_001;

/** Days before now as ISO 8601. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

export function listQueries(known: Known): NamedQueries {
  const { store, product, deepOrder, deepPayment, rarePart, commonPart, externalId } = known;
  const list = (field: string, shown: string, args = '') =>
    `{ ${field}(storeId: "${store}", limit: 21 ${args}) ${shown} }`;
  const orders = (args = '') => list('onetimeOrders', ORDER, args);
  const payments = (args = '') => list('payments', PAYMENT, args);
  const filter = (text: string) => `filter: { ${text} }`;
  const count = (field: string, text = '') =>
    `{ n: ${field}Count(storeId: "${store}", limit: ${COUNTED} ${text && filter(text)}) }`;
  const email = (part: string) => `buyerEmail: { containsIgnoreCase: "${part}" }`;
  const usd = 'currency: { eq: "USD" }';
  return {
    'orders, first page': orders(),
    'orders, last page': orders('orderBy: CREATED_AT_ASC'),
    'orders, page in the middle': orders(`after: "${deepOrder}"`),
    'orders, backward from the middle': orders(`orderBy: CREATED_AT_ASC, after: "${deepOrder}"`),
    'orders of last week': orders(filter(`createdAt: { gte: "${daysAgo(7)}" }`)),
    'orders of a month last year': orders(
      filter(`createdAt: { gte: "${daysAgo(400)}", lt: "${daysAgo(370)}" }`),
    ),
    'orders by status': orders(filter('status: { eq: "canceled" }')),
    'orders by country': orders(filter('billingCountry: { eq: "JP" }')),
    'orders by a country that is not there': orders(filter('billingCountry: { eq: "IS" }')),
    'orders by product': orders(filter(`productId: { eq: "${product}" }`)),
    'orders by currency': orders(filter('currency: { eq: "GBP" }')),
    'orders by a currency that is not there': orders(filter('currency: { eq: "CHF" }')),
    'orders by amount': orders(filter(`amount: { gte: "30.00" } ${usd}`)),
    'orders, largest first': orders(`orderBy: AMOUNT_DESC, ${filter(usd)}`),
    'orders of one buyer': orders(filter(email(rarePart))),
    'orders of many buyers': orders(filter(email(commonPart))),
    'orders of nobody': orders(filter(email('nobody.at.all'))),
    'orders by external id': orders(
      filter(`orderMerchantExternalId: { startsWithIgnoreCase: "${externalId}" }`),
    ),
    'count of orders': count('onetimeOrders'),
    'count of orders by status': count('onetimeOrders', 'status: { eq: "canceled" }'),
    'count of orders by country': count('onetimeOrders', 'billingCountry: { eq: "JP" }'),
    'count of orders by product': count('onetimeOrders', `productId: { eq: "${product}" }`),
    'count of orders of one buyer': count('onetimeOrders', email(rarePart)),
    'count of orders of many buyers': count('onetimeOrders', email(commonPart)),
    'count of orders of last week': count('onetimeOrders', `createdAt: { gte: "${daysAgo(7)}" }`),
    'subscriptions, first page': list('subscriptionOrders', SUBSCRIPTION),
    'subscriptions past due': list(
      'subscriptionOrders',
      SUBSCRIPTION,
      filter('status: { eq: "past_due" }'),
    ),
    'subscriptions by next charge': list(
      'subscriptionOrders',
      SUBSCRIPTION,
      'orderBy: CURRENT_PERIOD_END_ASC',
    ),
    'count of subscriptions': count('subscriptionOrders'),
    'payments, first page': payments(),
    'payments, page in the middle': payments(`after: "${deepPayment}"`),
    "payments, the week's failed renewals": payments(
      filter(
        `status: { eq: "failed" } isSubscription: { eq: true } createdAt: { gte: "${daysAgo(7)}" }`,
      ),
    ),
    'payments of one buyer': payments(filter(email(rarePart))),
    'payments by product': payments(filter(`productId: { eq: "${product}" }`)),
    'payments by country': payments(filter('billingCountry: { eq: "JP" }')),
    'payments by a country that is not there': payments(filter('billingCountry: { eq: "IS" }')),
    'payments, largest first': payments(`orderBy: AMOUNT_DESC, ${filter(usd)}`),
    'count of payments': count('payments'),
    'count of failed payments': count('payments', 'status: { eq: "failed" }'),
    'refunds, first page': list('refunds', REFUND),
    'refunds of one buyer': list('refunds', REFUND, filter(email(rarePart))),
    'refunds of last month': list(
      'refunds',
      REFUND,
      filter(`createdAt: { gte: "${daysAgo(30)}" }`),
    ),
    'refunds by status': list('refunds', REFUND, filter('status: { eq: "failed" }')),
    'refunds, largest first': list('refunds', REFUND, `orderBy: AMOUNT_DESC, ${filter(usd)}`),
    'refunds by external id': list(
      'refunds',
      REFUND,
      filter(`orderMerchantExternalId: { startsWithIgnoreCase: "${externalId}" }`),
    ),
    'count of refunds': count('refunds'),
    'customers, first page': list('customers', CUSTOMER),
    'customers by address': list('customers', CUSTOMER, 'orderBy: EMAIL_ASC'),
    'customers by spent': list(
      'customers',
      CUSTOMER,
      `orderBy: SPENT_DESC, ${filter('currency: { eq: "USD" }')}`,
    ),
    'customers by orders': list('customers', CUSTOMER, 'orderBy: ORDERS_DESC'),
    'customers by part of an address': list(
      'customers',
      CUSTOMER,
      filter(`email: { containsIgnoreCase: "${rarePart}" }`),
    ),
    'count of customers': count('customers'),
    'products, first page': list('onetimeProducts', '{ id name status prices { currency } }'),
    'products by part of a name': list(
      'onetimeProducts',
      '{ id name }',
      filter('name: { containsIgnoreCase: "book 1" }'),
    ),
    'webhook deliveries, first page': list('webhookDeliveries', '{ id eventType status }'),
    'mails, first page': list('emailDeliveries', '{ id subject toAddress status }'),
    'header search': `{
      customers(storeId: "${store}", limit: 5, ${filter(`email: { containsIgnoreCase: "${rarePart}" }`)}) { email }
      onetimeProducts(storeId: "${store}", limit: 5, ${filter(`name: { containsIgnoreCase: "${rarePart}" }`)}) { id name }
      orders(storeId: "${store}", limit: 5, ${filter(`orderMerchantExternalId: { startsWithIgnoreCase: "${rarePart}" }`)}) { id }
    }`,
    "home's first figures": `{ orderStatistics(storeId: "${store}", filter: { timeRange: {
        startDate: "${daysAgo(30)}", endDate: "${daysAgo(0)}" } }) {
        totalCount countsByStatus { status count } revenueByCurrency { currency totalAmount }
        revenueByPeriod(granularity: DAY, currency: "USD") { period totalAmount } } }`,
  };
}
