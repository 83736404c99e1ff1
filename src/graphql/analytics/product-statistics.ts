import { raw, type Sql, sql } from '../../database/database.ts';
import type { Given, ObjectType } from '../description.ts';
import { unitOf } from '../fields.ts';
import { idMark } from '../marks.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import type { Scope } from '../scope.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  count,
  currencyOf,
  LIMIT,
  limitSql,
  list,
  money,
  PERCENT,
  percent,
} from './figures.ts';
import { NET_AMOUNTS, NET_SUMS } from './net-revenue.ts';
import { asRead, tableOf } from './of-nodes.ts';
import { ANALYSIS, conditions, shownProducts } from './rows.ts';
import { CHARGED, CHARGED_ORDERS, charges, liveDays } from './sums.ts';

const statusCount = columns('ProductStatusCount', 'Products with a status.', {
  status: ['String', '`active` or `inactive` in the credential’s environment.'],
  count: ['Int', 'Number of products.'],
});

const about = {
  productId: ['ID', 'Short ID, `PROD_xxx`.'],
  productType: ['String', '`onetime` or `subscription`.'],
  productName: ['String', 'Name in the credential’s environment.'],
} as const;

const ranked = columns('RankedProduct', 'A product with its sales in one currency.', {
  ...about,
  orderCount: ['Int', 'Orders charged in the time range.'],
  totalRevenue: ['String', `Amount charged. ${AMOUNT}`],
  currency: ['String', 'ISO 4217 code.'],
});

const contribution = columns('RevenueContribution', 'A product’s share of revenue.', {
  ...about,
  revenue: ['String', `Amount charged. ${AMOUNT}`],
  contributionPercentage: ['Float', `Share of the revenue. ${PERCENT}`],
  cumulativePercentage: ['Float', `Cumulative share with the preceding products. ${PERCENT}`],
});

const net = columns('ProductNetRevenue', 'Revenue of a product, net of refunds.', {
  ...about,
  ...NET_AMOUNTS,
});

const byStatus = (kind: string) => () =>
  sql`select status, count(*) as count from item where kind = ${() => kind}::text
    group by status order by 2 desc, 1`;
const total = (kind: string) => () =>
  sql`select count(*) as value from item where kind = ${() => kind}::text`;

const named = raw(`${idMark('PROD', 'sold.product_id')}::json as "productId",
  shown.kind as "productType", shown.name as "productName"`);

/** Products by sales. */
function rankedBy(order: string, where: Sql, limit: Sql): Sql {
  return sql`select ${named}, sold.orders as "orderCount", ${money('sold.minor', 'sold.unit')} as "totalRevenue",
      sold.currency
    from (select product_id, currency, unit, ${raw(CHARGED_ORDERS)} as orders,
        ${raw(CHARGED)} as minor
      from charge where ${where} group by 1, 2, 3) sold
    join shown on shown.id = sold.product_id
    order by ${raw(order)}, sold.product_id, sold.currency limit ${limit}`;
}

/** Products by revenue net of all refunds of their charges. */
function netByProduct(given: Given): Sql {
  const currency = currencyOf(given);
  return sql`select ${named}, sold."grossAmount", sold."refundedAmount", sold."netAmount",
      sold."paymentCount", sold."refundCount"
    from (select product_id, sum(gross) - sum(back) as minor, ${NET_SUMS}
      from (
        select product_id, unit, payments, payments * amount_minor as gross, 0 as refunds, 0 as back
        from charge where currency = ${currency}
        union all
        select product_id, unit, 0, 0, 1, amount_minor from refunded where currency = ${currency}
      ) moved group by product_id, unit) sold
    join shown on shown.id = sold.product_id
    order by sold.minor desc, sold.product_id limit ${limitSql(given)}`;
}

const type: ObjectType = {
  name: 'ProductStatistics',
  description: 'Products visible in the environment, and charges for them in the time range.',
  fields: {
    onetimeCountsByStatus: list(statusCount, 'One-time products by status.', byStatus('onetime')),
    subscriptionCountsByStatus: list(
      statusCount,
      'Subscription products by status.',
      byStatus('subscription'),
    ),
    onetimeTotalCount: count('Number of one-time products.', total('onetime')),
    subscriptionTotalCount: count('Number of subscription products.', total('subscription')),
    topByOrderCount: list(
      ranked,
      'Products with the most charged orders; one entry per currency.',
      (given) => rankedBy('sold.orders desc, sold.minor desc', sql`true`, limitSql(given)),
      LIMIT,
    ),
    topByRevenue: list(
      ranked,
      'Products with the highest revenue in the currency.',
      (given) =>
        rankedBy(
          'sold.minor desc, sold.orders desc',
          sql`currency = ${currencyOf(given)}`,
          limitSql(given),
        ),
      { ...LIMIT, ...CURRENCY },
    ),
    netRevenueByProduct: list(
      net,
      'Products by revenue in the currency net of refunds started in the time range, highest first.',
      (given) => netByProduct(given),
      { ...LIMIT, ...CURRENCY },
    ),
    revenueContribution: list(
      contribution,
      'Each product’s share of revenue in the currency, largest first.',
      (given) => sql`select ${named}, ${money('sold.minor', 'sold.unit')} as revenue,
          ${percent('sold.minor', 'sum(sold.minor) over ()')} as "contributionPercentage",
          ${percent(
            'sum(sold.minor) over (order by sold.minor desc, sold.product_id)',
            'sum(sold.minor) over ()',
          )} as "cumulativePercentage"
        from (select product_id, unit, ${raw(CHARGED)} as minor from charge
          where currency = ${currencyOf(given)} group by 1, 2) sold
        join shown on shown.id = sold.product_id
        order by sold.minor desc, sold.product_id`,
      CURRENCY,
    ),
  },
};

export const productStatistics: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Number of products, and which sell best.',
  opening: (given, scope) => {
    const status = `p.${scope.environment}_status`;
    // Products are counted as they are now; the time range applies to charges.
    const compared = { row: 'p', time: '', status };
    return sql`with item ${asRead(scope)} (
      select p.kind, ${raw(status)} as status from ${raw(tableOf('product', scope))} p
      where ${raw(`p.${scope.environment}_version_id is not null`)}
        and ${conditions(given, scope, compared)}), ${shownProducts(scope)},
      ${liveDays(given, scope)}, ${charges(withoutStatus(given), scope)}, ${refunds(given, scope)}`;
  },
};

/** `refunded`: succeeded refunds of the filter's time range and currency, with their product. */
function refunds(given: Given, scope: Scope): Sql {
  return sql`refunded ${asRead(scope)} (
    select orders.product_id, r.currency, r.amount_minor, ${raw(unitOf('r.currency'))} as unit
    from ${raw(tableOf('refund', scope))} r
    join ${raw(tableOf('payment', scope))} payment on payment.store_id = r.store_id and payment.id = r.payment_id
    join ${raw(tableOf('orders', scope))} orders on orders.store_id = r.store_id and orders.id = payment.order_id
    where ${raw(`r.environment = '${scope.environment}'`)} and r.status = 'succeeded'
      and ${conditions(given, scope, { row: 'r', currency: 'r.currency' })})`;
}

/** Drops the status filter: an order's status doesn't apply to products. */
function withoutStatus(given: Parameters<AnalysisRoot['opening']>[0]) {
  const { filter } = given.values;
  return { ...given, values: { ...given.values, filter: { ...(filter as object), status: null } } };
}
