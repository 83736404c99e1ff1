import type { ExchangeRates } from '../kit/exchange-rates.ts';
import { customerAnalysis } from './analytics/customer-analysis.ts';
import { distributionAnalysis } from './analytics/distribution-analysis.ts';
import { orderStatistics } from './analytics/order-statistics.ts';
import { paymentStatistics } from './analytics/payment-statistics.ts';
import { productStatistics } from './analytics/product-statistics.ts';
import { refundTicketAnalysis } from './analytics/refund-ticket-analysis.ts';
import { subscriptionAnalysis } from './analytics/subscription-analysis.ts';
import { taxAnalysis } from './analytics/tax-analysis.ts';
import { trendAnalysis } from './analytics/trend-analysis.ts';
import { apiKey } from './entities/api-key.ts';
import { auditEntry } from './entities/audit-entry.ts';
import { customer } from './entities/customer.ts';
import { emailDelivery } from './entities/email-delivery.ts';
import { event } from './entities/event.ts';
import { merchant } from './entities/merchant.ts';
import { note } from './entities/note.ts';
import { onetimeOrder } from './entities/onetime-order.ts';
import { onetimeProduct } from './entities/onetime-product.ts';
import { onetimeProductVersion } from './entities/onetime-product-version.ts';
import { order } from './entities/order.ts';
import { payment } from './entities/payment.ts';
import { refund } from './entities/refund.ts';
import { refundTicket } from './entities/refund-ticket.ts';
import { refundTicketVersion } from './entities/refund-ticket-version.ts';
import { store } from './entities/store.ts';
import { storeMerchant } from './entities/store-merchant.ts';
import { storeWebhook } from './entities/store-webhook.ts';
import { subscriptionOrder } from './entities/subscription-order.ts';
import { subscriptionProduct } from './entities/subscription-product.ts';
import { subscriptionProductGroup } from './entities/subscription-product-group.ts';
import { subscriptionProductVersion } from './entities/subscription-product-version.ts';
import { webhookDelivery } from './entities/webhook-delivery.ts';
import { nameEntities } from './entity-names.ts';
import { rateOf } from './rate.ts';
import { entityRoots, type RootField } from './root-fields.ts';

/** All entities; some are only reachable through others and have no root field. */
const entities = [
  store,
  merchant,
  storeMerchant,
  apiKey,
  onetimeProduct,
  subscriptionProduct,
  onetimeProductVersion,
  subscriptionProductVersion,
  subscriptionProductGroup,
  order,
  onetimeOrder,
  subscriptionOrder,
  payment,
  refund,
  refundTicket,
  webhookDelivery,
  emailDelivery,
  storeWebhook,
  refundTicketVersion,
  customer,
  event,
  auditEntry,
  note,
];
nameEntities(entities);

/** All root fields of queries (docs/contract/graphql.md). */
export const rootFields = (rates: ExchangeRates | null): Readonly<Record<string, RootField>> => ({
  ...entityRoots(entities),
  rate: rateOf(rates),
  orderStatistics,
  paymentStatistics,
  productStatistics,
  trendAnalysis,
  distributionAnalysis,
  customerAnalysis,
  taxAnalysis,
  subscriptionAnalysis,
  refundTicketAnalysis,
});
