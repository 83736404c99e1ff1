import { join, raw, sql } from '../../database/database.ts';
import type { ObjectType } from '../description.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import { bought } from './bought.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  count,
  currencyOf,
  deprecated,
  list,
  money,
  row,
} from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { ANALYSIS } from './rows.ts';
import {
  CHARGED,
  CHARGED_ORDERS,
  charges,
  earlierPurchases,
  liveDays,
  PAYMENTS,
  purchases,
  sales,
} from './sums.ts';

const COUNT = ['Int', 'Number of orders.'] as const;
const revenue = {
  totalAmount: ['String', `Amount charged. ${AMOUNT}`],
  paymentCount: ['Int', 'Number of succeeded payments.'],
} as const;

export const currencyRevenue: ObjectType = columns(
  'CurrencyRevenue',
  'Gross revenue in one currency: refunds are not deducted.',
  { currency: ['String', 'ISO 4217 code.'], ...revenue },
);

const countsByStatus = list(
  columns('StatusCount', 'Number of orders with a status.', {
    status: ['String', 'The status.'],
    count: ['Int', 'Number of orders.'],
  }),
  'Orders by status, most frequent first.',
  () =>
    sql`select status, sum(orders)::bigint as count from sale group by status order by 2 desc, 1`,
);

const type: ObjectType = {
  name: 'OrderStatistics',
  description:
    'Orders created in the time range, and gross revenue: succeeded payments started in the time range, before refunds.',
  fields: {
    totalCount: count(
      'Number of orders.',
      () => sql`select coalesce(sum(orders), 0)::bigint as value from sale`,
    ),
    countsByStatus,
    countByStatus: deprecated('Use countsByStatus.', countsByStatus),
    countsByPeriod: list(
      columns('PeriodCount', 'Orders of a period.', {
        period: ['String', 'Name of the period.'],
        count: COUNT,
      }),
      'Orders by period of creation; periods without any are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, count from (
          select ${periods.start('day')} as start, sum(orders)::bigint as count from sale group by 1) cut
          order by start`;
      },
      GRANULARITY,
    ),
    revenueByCurrency: list(
      currencyRevenue,
      'Revenue by currency.',
      () => sql`select currency, ${money(CHARGED)} as "totalAmount",
        ${PAYMENTS} as "paymentCount" from charge group by currency, unit order by currency`,
    ),
    revenueByPeriod: list(
      columns('PeriodRevenue', 'Revenue of a period in one currency.', {
        period: ['String', 'Name of the period.'],
        currency: ['String', 'ISO 4217 code.'],
        ...revenue,
      }),
      'Revenue by period of the payment; periods without any are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, currency, ${money('minor')} as "totalAmount",
          payments as "paymentCount" from (
            select ${periods.start('day')} as start, currency, unit,
              ${raw(CHARGED)} as minor, sum(payments)::bigint as payments
            from charge where currency = ${currencyOf(given)} group by 1, 2, 3) cut order by start`;
      },
      { ...GRANULARITY, ...CURRENCY },
    ),
    buyerMetrics: row(
      columns('BuyerMetrics', 'Buyers of the orders. A buyer is an email address.', {
        totalBuyers: ['Int', 'Buyers with an order in the time range.'],
        newBuyers: ['Int', 'Those without any order before the time range.'],
        returningBuyers: ['Int', 'Those with an order before the time range.'],
      }),
      'Buyers, new and returning.',
      () => sql`select count(*) as "totalBuyers", count(*) filter (where not known) as "newBuyers",
        count(*) filter (where known) as "returningBuyers"
        from (select buyer in (select buyer from earlier where orders > 0) as known
          from (select distinct buyer from bought where orders > 0) buyers) buyers`,
    ),
    revenueByCountry: list(
      columns('CountryRevenue', 'Revenue from a country.', {
        country: ['String', 'ISO 3166-1 alpha-2 code.'],
        ...revenue,
      }),
      'Revenue by the buyer’s country, highest first.',
      (given) => sql`select country, ${money(CHARGED)} as "totalAmount",
        ${PAYMENTS} as "paymentCount" from charge where currency = ${currencyOf(given)}
        group by country, unit order by ${raw(CHARGED)} desc, country`,
      CURRENCY,
    ),
    ordersByCountry: list(
      columns('CountryCount', 'Orders from a country.', {
        country: ['String', 'ISO 3166-1 alpha-2 code.'],
        count: COUNT,
      }),
      'Orders by the buyer’s country, most first.',
      () =>
        sql`select country, sum(orders)::bigint as count from sale group by country order by 2 desc, 1`,
    ),
    b2bVsB2cBreakdown: list(
      columns('BusinessRevenue', 'Revenue from businesses or from consumers.', {
        isBusiness: ['Boolean', 'Whether the buyers are businesses.'],
        label: ['String', '`B2B` or `B2C`.'],
        totalAmount: revenue.totalAmount,
        orderCount: ['Int', 'Number of charged orders.'],
      }),
      'Revenue from businesses and from consumers.',
      (given) => sql`select is_business as "isBusiness", ${raw(LABEL)} as label,
        ${money(CHARGED)} as "totalAmount", ${raw(CHARGED_ORDERS)} as "orderCount"
        from charge where currency = ${currencyOf(given)} group by is_business, unit
        order by is_business desc`,
      CURRENCY,
    ),
    revenueByState: list(
      columns('StateRevenue', 'Revenue from a state of a country.', {
        state: ['String', 'State or province; null if not given.'],
        ...revenue,
      }),
      'Revenue by state of one country, highest first.',
      (given) => sql`select state, ${money(CHARGED)} as "totalAmount",
        ${PAYMENTS} as "paymentCount" from charge
        where currency = ${currencyOf(given)}
          and country = upper(${given.bind(({ country }) => country)}::text)
        group by state, unit order by ${raw(CHARGED)} desc, state`,
      {
        country: { type: 'String', required: true, description: 'ISO 3166-1 alpha-2 code.' },
        ...CURRENCY,
      },
    ),
  },
};

export const LABEL = `case when is_business then 'B2B' else 'B2C' end`;

export const orderStatistics: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Orders and revenue by status, period, currency, country and kind of buyer.',
  opening: (given, scope) => {
    const parts = [liveDays, sales, charges, purchases, bought, earlierPurchases];
    return sql`with ${join(
      parts.map((part) => part(given, scope)),
      ', ',
    )}`;
  },
};
