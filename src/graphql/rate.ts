import { sql } from '../database/database.ts';
import { type ExchangeRates, rateBetween } from '../kit/exchange-rates.ts';
import type { Given } from './description.ts';
import { column } from './fields.ts';
import type { RateRoot } from './root-fields.ts';

type Values = Given['values'];

/** Exchange rates between the configured currencies, if any (docs/contract/graphql.md#rates). */
export function rateOf(rates: ExchangeRates | null): RateRoot {
  const fromCurrency = ({ fromCurrency }: Values) => String(fromCurrency);
  const toCurrency = ({ toCurrency }: Values) => toCurrency ?? rates?.currency ?? null;
  const between = (values: Values) => {
    const to = toCurrency(values);
    return to === null ? null : rateBetween(rates, fromCurrency(values), String(to));
  };
  return {
    kind: 'rate',
    description:
      'The rate between two currencies: 1 for equal currencies, otherwise from the operator’s fixed rates (`EXCHANGE_RATES`); null if unknown.',
    args: {
      fromCurrency: {
        type: 'CurrencyCode',
        required: true,
        description: 'Currency to convert from.',
      },
      toCurrency: {
        type: 'CurrencyCode',
        description: 'Currency to convert to; by default the base of the operator’s rates.',
      },
    },
    type: {
      name: 'Rate',
      description: 'An exchange rate.',
      fields: {
        fromCurrency: column('String', 'fromCurrency', 'ISO 4217 code of the source currency.'),
        toCurrency: column('String', 'toCurrency', 'ISO 4217 code of the target currency.'),
        standardRate: column(
          'String',
          'standardRate',
          'Units of the target currency per source unit, a decimal string.',
        ),
        rateRefId: column('String', 'rateRefId', 'Name of the rate, for reference.'),
        expiryTime: column('String', 'expiryTime', 'When it expires; null if it doesn’t.'),
      },
    },
    query: (given) => {
      const [from, to] = [given.bind(fromCurrency), given.bind(toCurrency)];
      const known = given.bind(between);
      return sql`select ${from}::text as "fromCurrency", ${to}::text as "toCurrency",
        ${known}::text as "standardRate",
        case when ${from}::text = ${to}::text then 'identity' else 'fixed' end as "rateRefId",
        null::text as "expiryTime"
        where ${known}::text is not null`;
    },
  };
}
