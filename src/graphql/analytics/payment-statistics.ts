import { raw, type Sql, sql } from '../../database/database.ts';
import type { FigureField, ObjectType } from '../description.ts';
import { items, unitOf } from '../fields.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import {
  AMOUNT,
  columns,
  deprecated,
  inJson,
  list,
  money,
  PERCENT,
  percent,
  row,
} from './figures.ts';
import { netRevenueFields } from './net-revenue.ts';
import { asRead, tableOf } from './of-nodes.ts';
import { currencyRevenue } from './order-statistics.ts';
import { ANALYSIS, conditions } from './rows.ts';
import { attempts, liveDays, PAYMENTS } from './sums.ts';

const COUNT = ['Int', 'Number of succeeded payments.'] as const;
/** Amounts in different currencies can't be added up. */
const ONE_CURRENCY = `Amount charged; null if there are several currencies: name one in the filter. ${AMOUNT}`;
const oneCurrency = raw(
  `case when count(distinct currency) = 1 then (sum(amount_minor) * max(unit))::text end`,
);

const SUCCEEDED = `sum(payments) filter (where status = 'succeeded')`;
const paymentsWith = (status: string) =>
  raw(`coalesce(sum(payments) filter (where status = '${status}'), 0)::bigint`);
const counted = sql`${PAYMENTS} as count,
  ${percent('sum(payments)', 'sum(sum(payments)) over ()')} as percentage`;

const distribution = (name: string, description: string, key: string, meaning: string) =>
  columns(name, description, {
    [key]: ['String', meaning],
    count: COUNT,
    totalAmount: ['String', ONE_CURRENCY],
    percentage: ['Float', `Share of the succeeded payments. ${PERCENT}`],
  });

const refunded: ObjectType = {
  name: 'RefundedAmount',
  description: 'Amount refunded in one currency.',
  fields: inJson(
    columns('RefundedAmount', '', {
      currency: ['String', 'ISO 4217 code.'],
      totalAmount: ['String', `Amount refunded. ${AMOUNT}`],
      paymentCount: ['Int', 'Number of succeeded refunds, not of payments.'],
    }),
  ).fields,
};

const refundStatistics = columns('RefundStatistics', 'Refunds started in the time range.', {
  totalCount: ['Int', 'Number of refunds.'],
  succeededCount: ['Int', 'Those that succeeded.'],
  pendingCount: ['Int', 'Those in progress.'],
  failedCount: ['Int', 'Those that failed.'],
  refundRate: [
    'Float',
    'Succeeded refunds per succeeded payment in the time range, in percent. Partial refunds, and refunds of earlier payments, can bring it above 100.',
  ],
});

/** A figure for all succeeded payments, replaced by a list by currency. */
const ofSucceeded = (type: 'String' | 'Int', description: string, value: Sql): FigureField =>
  deprecated('Use settlementRevenueByCurrency.', {
    ...{ kind: 'figure', type, description },
    query: () => sql`select ${value} as value from attempt where status = 'succeeded'`,
  });

const type: ObjectType = {
  name: 'PaymentStatistics',
  description: 'Payments started in the time range, whatever their outcome.',
  fields: {
    successRate: row(
      columns('PaymentSuccessRate', 'Outcomes of payments.', {
        totalAttempts: ['Int', 'All payments.'],
        succeeded: ['Int', 'Those that succeeded.'],
        failed: ['Int', 'Those that failed.'],
        pending: ['Int', 'Those in progress.'],
        successRate: ['Float', `Share of succeeded payments. ${PERCENT}`],
      }),
      'Outcomes of payments.',
      () => sql`select coalesce(sum(payments), 0)::bigint as "totalAttempts",
        ${paymentsWith('succeeded')} as succeeded, ${paymentsWith('failed')} as failed,
        ${paymentsWith('pending')} as pending,
        ${percent(SUCCEEDED, 'sum(payments)')} as "successRate"
        from attempt`,
    ),
    failedReasons: list(
      columns('FailedReason', 'Why payments failed.', {
        reason: ['String', 'The reason.'],
        count: ['Int', 'Number of failed payments.'],
        percentage: ['Float', `Share of the failed payments. ${PERCENT}`],
      }),
      'Reasons why payments failed, most frequent first.',
      () => sql`select coalesce(failure_reason, 'unknown') as reason, ${counted}
        from attempt where status = 'failed' group by 1 order by 2 desc, 1`,
    ),
    refunds: row(
      {
        ...refundStatistics,
        fields: {
          ...refundStatistics.fields,
          amountByCurrency: items(
            refunded,
            'Amount refunded by currency; `paymentCount` is the number of refunds.',
            (figure, item) => `jsonb_array_elements(${figure}."amountByCurrency") ${item}`,
          ),
        },
      },
      'Refunds started in the time range.',
      () => sql`select count(*) as "totalCount",
        count(*) filter (where status = 'succeeded') as "succeededCount",
        count(*) filter (where status = 'pending') as "pendingCount",
        count(*) filter (where status = 'failed') as "failedCount",
        ${percent(
          `count(*) filter (where status = 'succeeded')`,
          `(select ${SUCCEEDED} from attempt)`,
        )} as "refundRate",
        (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'totalAmount', total,
            'paymentCount', number) order by currency), '[]')
          from (select currency, ${money('sum(amount_minor)')} as total, count(*) as number
            from refunded where status = 'succeeded' group by currency, unit) sums)
          as "amountByCurrency"
        from refunded`,
    ),
    methodDistribution: list(
      distribution('MethodShare', 'Succeeded payments by method.', 'methodType', 'Such as `card`.'),
      'Succeeded payments by method, most used first.',
      () => sql`select method as "methodType", ${counted}, ${oneCurrency} as "totalAmount"
        from attempt where status = 'succeeded' group by method order by 2 desc, 1`,
    ),
    cardBrandDistribution: list(
      distribution('CardBrandShare', 'Succeeded card payments by brand.', 'brand', 'Card brand.'),
      'Succeeded card payments by brand, most used first. Payments of erased buyers still count.',
      () => sql`select card_brand as brand, ${counted}, ${oneCurrency} as "totalAmount"
        from attempt where status = 'succeeded' and card_brand is not null
        group by card_brand order by 2 desc, 1`,
    ),
    taxSummary: list(
      columns('TaxSummary', 'Tax in one currency.', {
        currency: ['String', 'ISO 4217 code.'],
        totalTax: ['String', `Tax. ${AMOUNT}`],
        totalPreTax: ['String', `Before tax. ${AMOUNT}`],
        totalAmount: ['String', `With tax. ${AMOUNT}`],
        paymentCount: COUNT,
      }),
      'Tax of succeeded payments by currency.',
      () => sql`select currency, ${money('sum(tax_minor)')} as "totalTax",
        ${money('sum(amount_minor) - sum(tax_minor)')} as "totalPreTax",
        ${money('sum(amount_minor)')} as "totalAmount", ${PAYMENTS} as "paymentCount"
        from attempt where status = 'succeeded' group by currency, unit order by currency`,
    ),
    preTaxRevenueByCurrency: list(
      currencyRevenue,
      'Revenue before tax by currency.',
      () => sql`select currency, ${money('sum(amount_minor) - sum(tax_minor)')} as "totalAmount",
        ${PAYMENTS} as "paymentCount"
        from attempt where status = 'succeeded' group by currency, unit order by currency`,
    ),
    settlementRevenueByCurrency: list(
      currencyRevenue,
      'Amounts booked by the payment provider, by currency: the charge itself, in its currency.',
      () => sql`select currency, ${money('sum(amount_minor)')} as "totalAmount",
        ${PAYMENTS} as "paymentCount"
        from attempt where status = 'succeeded' group by currency, unit order by currency`,
    ),
    ...netRevenueFields,
    totalSucceededAmount: ofSucceeded('String', ONE_CURRENCY, oneCurrency),
    totalSucceededCurrency: ofSucceeded(
      'String',
      'ISO 4217 code; null if there is none or more than one.',
      raw(`case when count(distinct currency) = 1 then max(currency) end`),
    ),
    totalSucceededCount: ofSucceeded(
      'Int',
      'Number of succeeded payments.',
      sql`coalesce(${PAYMENTS}, 0)`,
    ),
  },
};

export const paymentStatistics: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Outcomes, methods, tax and refunds of payments.',
  opening: (given, scope) => {
    const compared = { row: 'r', currency: 'r.currency' };
    return sql`with ${liveDays(given, scope)}, ${attempts(given, scope)}, refunded ${asRead(scope)} (
      select r.status, r.currency, r.amount_minor, r.created_at, ${raw(unitOf('r.currency'))} as unit
      from ${raw(tableOf('refund', scope))} r where ${raw(`r.environment = '${scope.environment}'`)}
        and ${conditions(given, scope, compared)})`;
  },
};
