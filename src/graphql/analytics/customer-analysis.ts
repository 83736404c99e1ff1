import { raw, type Sql, sql } from '../../database/database.ts';
import type { Given, ObjectType } from '../description.ts';
import { items, time } from '../fields.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import { bought } from './bought.ts';
import { BUCKET, buckets } from './buckets.ts';
import { cohortRetention } from './cohort-retention.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  count,
  currencyOf,
  deprecated,
  inJson,
  LIMIT,
  limitSql,
  list,
  NUMBER,
  PERCENT,
  percent,
  row,
  unitOfArgument,
} from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { ANALYSIS } from './rows.ts';
import { liveDays, purchases } from './sums.ts';
import { orderDates, visits } from './visits.ts';

const bucket = inJson(
  columns('LtvBucket', 'A range of amounts and the number of buyers in it.', BUCKET),
);

/** Total charges of buyers in the argument's currency, and the number of buyers with each. */
const spent = (given: Given) => sql`
  select minor, count(*) as number, ${unitOfArgument(given)} as unit from (
    select sum(amount_minor)::bigint as minor from bought
    where payments > 0 and currency = ${currencyOf(given)} group by buyer) buyers
  group by minor`;

/** The median of the ordered amounts; the midpoint of the middle two. */
const MEDIAN = raw(`(min(minor) filter (where rank > total / 2)
  + min(minor) filter (where rank > (total - 1) / 2)) / 2.0`);

/** Buyers with their charged orders; a subscription's charges count as one order. */
const boughtBy = (where: Sql) => sql`
  select buyer, amount_minor as minor, first_at as first, last_at as last, payments as orders
  from bought where payments > 0 and order_id is null and ${where}
  union all
  select buyer, sum(amount_minor)::bigint, min(first_at), max(last_at), 1
  from bought where payments > 0 and order_id is not null and ${where} group by buyer, order_id`;

const type: ObjectType = {
  name: 'CustomerAnalysis',
  description:
    'Buyers who were charged in the time range. A buyer is an email address, case-insensitive.',
  fields: {
    totalCustomers: deprecated(
      'Use orderStatistics.buyerMetrics.totalBuyers, or count purchaseFrequency.',
      count(
        'Buyers who were charged.',
        () => sql`select count(distinct buyer) as value from bought where payments > 0`,
      ),
    ),
    cohortRetention,
    ltvDistribution: row(
      {
        ...columns('LtvDistribution', 'Total charges per buyer.', {
          averageLtv: ['Float', `Average. ${NUMBER}`],
          medianLtv: ['Float', `Median. ${NUMBER}`],
        }),
        fields: {
          ...columns('LtvDistribution', '', {
            averageLtv: ['Float', `Average per buyer; null if there are none. ${NUMBER}`],
            medianLtv: ['Float', `Median per buyer; null if there are none. ${NUMBER}`],
          }).fields,
          buckets: items(
            bucket,
            'Ten equal ranges from the smallest to the largest.',
            (figure, item) => `jsonb_array_elements(${figure}.buckets) ${item}`,
          ),
        },
      },
      'Total charges per buyer, in the currency.',
      (given) => sql`with spent as materialized (${spent(given)})
        select (round(sum(minor * number) / max(total)) * max(unit))::float8 as "averageLtv",
          (round(${MEDIAN}) * max(unit))::float8 as "medianLtv",
          (select coalesce(jsonb_agg(to_jsonb(range) order by range.place), '[]')
            from (${buckets(sql`spent`, sql`10::bigint`)}) range) as buckets
        from (select *, sum(number) over () as total, sum(number) over (order by minor) as rank
          from spent) ranked`,
      CURRENCY,
    ),
    purchaseFrequency: list(
      columns('PurchaseFrequency', 'Buyers with a number of purchases.', {
        purchaseCount: ['Int', 'Orders that were charged.'],
        customerCount: ['Int', 'Number of buyers with this many.'],
        percentage: ['Float', `Share of the buyers. ${PERCENT}`],
      }),
      'Buyers by number of purchases.',
      () => sql`select orders as "purchaseCount", count(*) as "customerCount",
          ${percent('count(*)', 'sum(count(*)) over ()')} as percentage
        from (select sum(orders)::bigint as orders from (${boughtBy(sql`true`)}) bought
          group by buyer) buyers
        group by orders order by orders`,
    ),
    repeatPurchaseRate: list(
      columns('RepeatPurchaseRate', 'Buyers of a period who had bought before.', {
        period: ['String', 'Name of the period.'],
        totalBuyers: ['Int', 'Buyers with an order first charged in the period.'],
        repeatBuyers: ['Int', 'Those for whom it was not the first in the time range.'],
        repeatRate: ['Float', `Their share. ${PERCENT}`],
      }),
      'Repeat buyers by period; periods without any are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, total as "totalBuyers",
            again as "repeatBuyers", ${percent('again', 'total')} as "repeatRate"
          from (select start, sum(buyers)::bigint as total,
              coalesce(sum(buyers) filter (where is_again), 0)::bigint as again
            from (${visits(given, orderDates(given))}) visits group by start) cut order by start`;
      },
      GRANULARITY,
    ),
    topCustomers: list(
      {
        ...columns('TopCustomer', 'A buyer and the total they were charged.', {}),
        fields: {
          ...columns('TopCustomer', '', {
            buyerEmail: ['String', 'The buyer’s email address.'],
            totalSpent: ['String', `Total charged to the buyer. ${AMOUNT}`],
            orderCount: ['Int', 'Orders that were charged.'],
          }).fields,
          firstPurchaseDate: time('Time of the first charge.', (figure) => `${figure}.first`),
          lastPurchaseDate: time('Time of the last charge.', (figure) => `${figure}.last`),
        },
      },
      'The buyers with the highest total charges in the currency.',
      (given) => sql`select buyer as "buyerEmail",
          (sum(minor) * ${unitOfArgument(given)})::text as "totalSpent",
          sum(orders)::bigint as "orderCount", min(first) as first, max(last) as last
        from (${boughtBy(sql`currency = ${currencyOf(given)}`)}) bought group by buyer
        order by sum(minor) desc, buyer limit ${limitSql(given)}`,
      { ...LIMIT, ...CURRENCY },
    ),
  },
};

export const customerAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Repeat purchases, retention and value of buyers.',
  opening: (given, scope) =>
    sql`with ${liveDays(given, scope)}, ${purchases(given, scope)}, ${bought(given, scope)}`,
};
