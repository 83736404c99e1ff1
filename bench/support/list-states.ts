import { CUSTOMERS_LIST } from '../../web/dashboard/src/pages/customers/customer-row.ts';
import { DELIVERIES_LIST } from '../../web/dashboard/src/pages/deliveries/delivery-row.ts';
import { MAILS_LIST } from '../../web/dashboard/src/pages/mailbox/mails-list.ts';
import { ORDERS_LIST } from '../../web/dashboard/src/pages/orders/order-fields.ts';
import { PAYMENTS_LIST } from '../../web/dashboard/src/pages/payments/payment-fields.ts';
import { productsList } from '../../web/dashboard/src/pages/products/products-list.ts';
import { TICKETS_LIST } from '../../web/dashboard/src/pages/refund-tickets/ticket-fields.ts';
import { REFUNDS_LIST } from '../../web/dashboard/src/pages/refunds/refund-fields.ts';
import { SUBSCRIPTIONS_LIST } from '../../web/dashboard/src/pages/subscriptions/subscription-fields.ts';
import { AUDIT_LIST } from '../../web/dashboard/src/parts/audit-list.ts';
import type { ListingSpec } from '../../web/dashboard/src/parts/list-reading.ts';

export interface Known {
  /** Short IDs of the store, of one of its products, and of objects deep in its lists. */
  readonly store: string;
  readonly product: string;
  readonly plan: string;
  readonly deepOrder: string;
  readonly deepPayment: string;
  /** Part of an email address that matches one buyer, and of one that matches many. */
  readonly rarePart: string;
  readonly commonPart: string;
  readonly externalId: string;
}

/** A list of the dashboard, and query strings of its page by what they show. */
interface ListStates {
  readonly name: string;
  readonly spec: ListingSpec;
  readonly states: Readonly<Record<string, string>>;
}

/** Days before now, as in the dashboard's filters. */
const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Every list of the dashboard with its filters, orders and pages. */
export function listStates(known: Known): readonly ListStates[] {
  const { product, plan, deepOrder, deepPayment, rarePart, commonPart, externalId } = known;
  const pages = { 'first page': '', 'last page': 'end=1', 'first page of 50': 'size=50' };
  const dates = {
    'last week': 'created=week',
    'a month last year': `created=${day(400)}..${day(370)}`,
  };
  const buyers = {
    'one buyer': `email=${rarePart}`,
    'many buyers': `email=${commonPart}`,
    'no buyer': 'email=nobody.at.all',
  };
  const sales = {
    ...{ 'a country': 'country=JP', 'a country that is not there': 'country=IS' },
    ...{ 'a currency': 'currency=GBP', 'a currency that is not there': 'currency=CHF' },
    'an amount': 'currency=USD&min=25',
    'largest first': 'currency=USD&sort=AMOUNT_DESC',
    'smallest first': 'currency=USD&sort=AMOUNT_ASC',
  };
  const shared = { ...pages, ...dates, ...buyers, ...sales };
  const orders = {
    ...shared,
    'an external ID': `externalId=${externalId}`,
    'a buyer identity': 'identity=user-7',
  };
  return [
    {
      ...{ name: 'orders', spec: ORDERS_LIST },
      states: {
        ...orders,
        'a page in the middle': `after=${deepOrder}`,
        'backward from the middle': `before=${deepOrder}`,
        'a product': `product=${product}`,
        canceled: 'status=canceled',
        'canceled in a country': 'status=canceled&country=JP',
      },
    },
    {
      ...{ name: 'subscriptions', spec: SUBSCRIPTIONS_LIST },
      states: {
        ...orders,
        'a product': `product=${plan}`,
        'past due': 'status=past_due',
        expired: 'status=expired',
        'by next charge': 'sort=CURRENT_PERIOD_END_ASC',
      },
    },
    {
      ...{ name: 'payments', spec: PAYMENTS_LIST },
      states: {
        ...shared,
        'a page in the middle': `after=${deepPayment}`,
        'a product': `product=${product}`,
        failed: 'status=failed',
        'the week’s failed renewals': 'status=failed&of=renewals&created=week',
        'of subscriptions': 'of=subscriptions',
        refunded: 'refund=refunded',
        'a method that is not there': 'method=alipay',
        'one order': `order=${deepOrder}`,
      },
    },
    {
      ...{ name: 'refunds', spec: REFUNDS_LIST },
      states: {
        ...shared,
        failed: 'status=failed',
        'a product': `product=${product}`,
        'an external ID': `externalId=${externalId}`,
      },
    },
    {
      ...{ name: 'refund tickets', spec: TICKETS_LIST },
      states: {
        ...shared,
        'to decide': 'status=pending',
        'a product': `product=${product}`,
        'an external ID': `externalId=${externalId}`,
      },
    },
    ...otherLists(known, pages, dates),
  ];
}

type States = ListStates['states'];

function otherLists(
  { rarePart, product }: Known,
  pages: States,
  dates: States,
): readonly ListStates[] {
  const products = { ...pages, 'part of a name': 'name=1', inactive: 'status=inactive' };
  return [
    {
      ...{ name: 'customers', spec: CUSTOMERS_LIST },
      states: {
        ...pages,
        'part of an address': `q=${rarePart}`,
        'a currency': 'currency=GBP',
        'a country': 'country=JP',
        'a common country': 'country=US',
        'a country that is not there': 'country=IS',
        'a product': `product=${product}`,
        'an amount spent': 'currency=USD&min=100',
        'a country and an amount': 'country=DE&currency=USD&min=100',
        since: 'since=month',
        'by address': 'sort=EMAIL_ASC',
        'by amount spent': 'currency=USD&sort=SPENT_DESC',
        'by orders': 'sort=ORDERS_DESC',
      },
    },
    { name: 'one-time products', spec: productsList('onetime'), states: products },
    {
      ...{ name: 'subscription products', spec: productsList('subscription') },
      states: { ...products, 'by name': 'sort=NAME_ASC' },
    },
    {
      ...{ name: 'deliveries', spec: DELIVERIES_LIST },
      states: {
        ...{ ...pages, ...dates, failed: 'status=failed', pending: 'status=pending' },
        'an event': 'event=order.completed',
        'an event that is not there': 'event=refund.failed',
        'about nothing': 'about=ORD_0',
      },
    },
    {
      ...{ name: 'mails', spec: MAILS_LIST },
      states: {
        ...{ ...pages, ...dates, failed: 'status=failed' },
        'one recipient': `to=${rarePart}`,
        'a subject': 'about=failed',
        'a subject that is not there': 'about=nothing like it',
        'to the merchant': 'recipient=merchant',
      },
    },
    {
      ...{ name: 'audit log', spec: AUDIT_LIST },
      states: {
        ...{ ...pages, ...dates, 'an action': 'action=note', 'no action': 'action=nothing' },
        ...{ 'a credential': 'with=operator', 'a type': 'thing=store' },
        'oldest first': 'sort=CREATED_AT_ASC',
      },
    },
  ];
}
