import { raw, type Sql, sql } from '../../database/database.ts';
import type { Given, ObjectType, ScalarField } from '../description.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, money, PERCENT, percent } from './figures.ts';
import { LABEL } from './order-statistics.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { ANALYSIS } from './rows.ts';
import { CHARGED, CHARGED_ORDERS, charges, liveDays, PAYMENTS } from './sums.ts';

const TAX = ['String', `Tax. ${AMOUNT}`] as const;
const TOTAL = ['String', `Amount charged, including tax. ${AMOUNT}`] as const;
const COUNT = ['Int', 'Number of succeeded payments.'] as const;

const grouped = (name: string, key: string, meaning: readonly [ScalarField['type'], string]) =>
  columns(name, 'Tax of a group of charges.', {
    [key]: meaning,
    totalTax: TAX,
    totalAmount: TOTAL,
    paymentCount: COUNT,
  });

/** Tax in the argument's currency by the value of an expression, highest amount first. */
const by =
  (key: string, value: string) =>
  (given: Given): Sql =>
    sql`select ${raw(value)} as ${raw(`"${key}"`)}, ${money(TAXED)} as "totalTax",
    ${money(CHARGED)} as "totalAmount", ${PAYMENTS} as "paymentCount"
    from charge where currency = ${currencyOf(given)} group by 1, unit
    order by ${raw(CHARGED)} desc, 1`;

const TAXED = 'sum(payments * tax_minor)';

const type: ObjectType = {
  name: 'TaxAnalysis',
  description: 'Tax of the succeeded payments of the time range.',
  fields: {
    byCategory: list(
      grouped('TaxByCategory', 'taxCategory', ['String', 'Tax category.']),
      'Tax by tax category.',
      by('taxCategory', 'tax_category'),
      CURRENCY,
    ),
    byRateGroup: list(
      grouped('TaxByRate', 'taxRate', [
        'Float',
        `The order’s tax as a share of its subtotal. ${PERCENT}`,
      ]),
      'Tax by tax rate.',
      by('taxRate', 'tax_rate::float8'),
      CURRENCY,
    ),
    byCountry: list(
      grouped('TaxByCountry', 'country', ['String', 'ISO 3166-1 alpha-2 code.']),
      'Tax by the buyer’s country.',
      by('country', 'country'),
      CURRENCY,
    ),
    b2bVsB2c: list(
      columns('TaxByBusiness', 'Tax of businesses or of consumers.', {
        isBusiness: ['Boolean', 'Whether the buyers are businesses.'],
        label: ['String', '`B2B` or `B2C`.'],
        totalTax: TAX,
        totalAmount: TOTAL,
        orderCount: ['Int', 'Number of charged orders.'],
      }),
      'Tax of businesses and of consumers.',
      (given) => sql`select is_business as "isBusiness", ${raw(LABEL)} as label,
        ${money(TAXED)} as "totalTax", ${money(CHARGED)} as "totalAmount",
        ${raw(CHARGED_ORDERS)} as "orderCount"
        from charge where currency = ${currencyOf(given)} group by is_business, unit
        order by is_business desc`,
      CURRENCY,
    ),
    effectiveTaxRateTrend: list(
      columns('EffectiveTaxRate', 'Tax of a period relative to charges.', {
        period: ['String', 'Name of the period.'],
        avgTaxRate: ['Float', `Tax as a share of the amount before tax. ${PERCENT}`],
        paymentCount: COUNT,
      }),
      'The effective tax rate by period; periods without charges are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period,
            ${percent('tax', 'minor - tax')} as "avgTaxRate", payments as "paymentCount"
          from (${byPeriod(given)}) cut order by start`;
      },
      { ...GRANULARITY, ...CURRENCY },
    ),
    taxAmountByPeriod: list(
      columns('PeriodTax', 'Tax of a period.', {
        period: ['String', 'Name of the period.'],
        totalTax: TAX,
        paymentCount: COUNT,
      }),
      'Tax by period; periods without charges are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, ${money('tax')} as "totalTax",
            payments as "paymentCount"
          from (${byPeriod(given)}) cut order by start`;
      },
      { ...GRANULARITY, ...CURRENCY },
    ),
  },
};

function byPeriod(given: Given): Sql {
  return sql`select ${periodsOf(given).start('day')} as start, unit, ${raw(TAXED)} as tax,
      ${raw(CHARGED)} as minor, ${PAYMENTS} as payments
    from charge where currency = ${currencyOf(given)} group by 1, 2`;
}

export const taxAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Tax by category, rate, country, kind of buyer and period.',
  opening: (given, scope) => sql`with ${liveDays(given, scope)}, ${charges(given, scope)}`,
};
