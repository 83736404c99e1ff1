import { raw, type Sql, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { ObjectType } from '../description.ts';
import { idMark } from '../marks.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  count,
  currencyOf,
  list,
  money,
  PERCENT,
  percent,
} from './figures.ts';
import { ANALYSIS, boundedInteger, conditions, shownProducts } from './rows.ts';
import { CHARGED, CHARGED_ORDERS, charges, liveDays } from './sums.ts';

const LIMIT: Readonly<Record<string, Argument>> = {
  limit: { type: 'Int', fallback: 10, description: 'How many, from 1 to 100.' },
};

const statusCount = columns('ProductStatusCount', 'Products with a status.', {
  status: ['String', '`active` or `inactive` in the credential’s environment.'],
  count: ['Int', 'How many.'],
});

const about = {
  productId: ['ID', 'Short ID, `PROD_xxx`.'],
  productType: ['String', '`onetime` or `subscription`.'],
  productName: ['String', 'Name in the credential’s environment.'],
} as const;

const ranked = columns('RankedProduct', 'A product by what it sold, in one currency.', {
  ...about,
  orderCount: ['Int', 'Orders that were charged in the time range.'],
  totalRevenue: ['String', `What was charged. ${AMOUNT}`],
  currency: ['String', 'ISO 4217 code.'],
});

const contribution = columns('RevenueContribution', 'A product’s part of the revenue.', {
  ...about,
  revenue: ['String', `What was charged. ${AMOUNT}`],
  contributionPercentage: ['Float', `Share of the revenue. ${PERCENT}`],
  cumulativePercentage: ['Float', `Share together with those before it. ${PERCENT}`],
});

const byStatus = (kind: string) => () =>
  sql`select status, count(*) as count from item where kind = ${() => kind}::text
    group by status order by 2 desc, 1`;
const total = (kind: string) => () =>
  sql`select count(*) as value from item where kind = ${() => kind}::text`;

const named = raw(`${idMark('PROD', 'sold.product_id')}::json as "productId",
  shown.kind as "productType", shown.name as "productName"`);

/** Products by what they sold. */
function rankedBy(order: string, where: Sql, limit: Sql): Sql {
  return sql`select ${named}, sold.orders as "orderCount", ${money('sold.minor', 'sold.unit')} as "totalRevenue",
      sold.currency
    from (select product_id, currency, unit, ${raw(CHARGED_ORDERS)} as orders,
        ${raw(CHARGED)} as minor
      from charge where ${where} group by 1, 2, 3) sold
    join shown on shown.id = sold.product_id
    order by ${raw(order)}, sold.product_id, sold.currency limit ${limit}`;
}

const type: ObjectType = {
  name: 'ProductStatistics',
  description:
    'Products that the environment shows, and what was charged for them in the time range.',
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
      'Products with the most orders charged; one entry for each currency.',
      (given) =>
        rankedBy(
          'sold.orders desc, sold.minor desc',
          sql`true`,
          boundedInteger(given, 'limit', 1, 100),
        ),
      LIMIT,
    ),
    topByRevenue: list(
      ranked,
      'Products with the highest revenue in the currency.',
      (given) =>
        rankedBy(
          'sold.minor desc, sold.orders desc',
          sql`currency = ${currencyOf(given)}`,
          boundedInteger(given, 'limit', 1, 100),
        ),
      { ...LIMIT, ...CURRENCY },
    ),
    revenueContribution: list(
      contribution,
      'Each product’s part of the revenue in the currency, the largest first.',
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
  description: 'How many products there are, and which sell best.',
  opening: (given, scope) => {
    const status = `p.${scope.environment}_status`;
    // Products are counted as they are now: the time range is about what was charged.
    const compared = { row: 'p', time: '', status };
    return sql`with item as (
      select p.kind, ${raw(status)} as status from product p
      where ${raw(`p.${scope.environment}_version_id is not null`)}
        and ${conditions(given, scope, compared)}), ${shownProducts(scope)},
      ${liveDays(given, scope)}, ${charges(withoutStatus(given), scope)}`;
  },
};

/** The status of a product is none of an order's. */
function withoutStatus(given: Parameters<AnalysisRoot['opening']>[0]) {
  const { filter } = given.values;
  return { ...given, values: { ...given.values, filter: { ...(filter as object), status: null } } };
}
