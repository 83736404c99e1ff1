import { sql } from '../database/database.ts';
import { column } from './fields.ts';
import type { RateRoot } from './root-fields.ts';

/** No source of exchange rates is built in: a currency is worth itself, other rates are unknown. */
export const rate: RateRoot = {
  kind: 'rate',
  description:
    'The rate between two currencies. No source of rates is built in: a currency against itself is 1, any other rate is null.',
  args: {
    fromCurrency: { type: 'CurrencyCode', required: true, description: 'Currency to change.' },
    toCurrency: { type: 'CurrencyCode', required: true, description: 'Currency to get.' },
  },
  type: {
    name: 'Rate',
    description: 'An exchange rate.',
    fields: {
      fromCurrency: column('String', 'fromCurrency', 'ISO 4217 code of the currency to change.'),
      toCurrency: column('String', 'toCurrency', 'ISO 4217 code of the currency to get.'),
      standardRate: column('String', 'standardRate', 'Units to get for one, a decimal string.'),
      rateRefId: column('String', 'rateRefId', 'Name of the rate, for questions about it.'),
      expiryTime: column('String', 'expiryTime', 'Until when it holds; null: permanently.'),
    },
  },
  query: (given) => {
    const from = given.bind((values) => values.fromCurrency);
    const to = given.bind((values) => values.toCurrency);
    return sql`select ${from}::text as "fromCurrency", ${to}::text as "toCurrency",
      '1'::text as "standardRate", 'identity'::text as "rateRefId", null::text as "expiryTime"
      where ${from}::text = ${to}::text`;
  },
};
