import { sql } from '../../database/database.ts';
import type { FigureField } from '../description.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, money } from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';

/** Fields of every net revenue figure. */
export const NET_AMOUNTS = {
  grossAmount: ['String', `Amount charged. ${AMOUNT}`],
  refundedAmount: ['String', `Amount refunded. ${AMOUNT}`],
  netAmount: ['String', `Amount charged minus amount refunded; may be negative. ${AMOUNT}`],
  paymentCount: ['Int', 'Number of succeeded payments.'],
  refundCount: ['Int', 'Number of succeeded refunds.'],
} as const;

/** Succeeded charges and refunds, by the UTC day on which they were started. */
const MOVED = sql`(
  select currency, unit, day, payments, amount_minor as gross, 0 as refunds, 0 as back
  from attempt where status = 'succeeded'
  union all
  select currency, unit, created_at at time zone 'UTC', 0, 0, 1, amount_minor
  from refunded where status = 'succeeded') moved`;

/** SQL for the same from rows with `gross`, `back`, and the numbers of payments and refunds. */
export const NET_SUMS = sql`${money('sum(gross)')} as "grossAmount", ${money('sum(back)')} as "refundedAmount",
  ${money('sum(gross) - sum(back)')} as "netAmount", sum(payments)::bigint as "paymentCount",
  sum(refunds)::bigint as "refundCount"`;

export const netRevenueFields: Readonly<Record<string, FigureField>> = {
  netRevenueByCurrency: list(
    columns('CurrencyNetRevenue', 'Revenue in one currency, net of refunds.', {
      currency: ['String', 'ISO 4217 code.'],
      ...NET_AMOUNTS,
    }),
    'Revenue net of refunds started in the time range, by currency.',
    () => sql`select currency, ${NET_SUMS} from ${MOVED} group by currency, unit order by currency`,
  ),
  netRevenueByPeriod: list(
    columns('PeriodNetRevenue', 'Revenue of a period, net of refunds.', {
      period: ['String', 'Name of the period.'],
      ...NET_AMOUNTS,
    }),
    'Revenue net of refunds, each by the period in which it was started; periods without any are omitted.',
    (given) => {
      const periods = periodsOf(given);
      return sql`select ${periods.name('start')} as period, ${NET_SUMS}
        from (select ${periods.start('day')} as start, moved.* from ${MOVED}
          where currency = ${currencyOf(given)}) cut group by start, unit order by start`;
    },
    { ...GRANULARITY, ...CURRENCY },
  ),
};
