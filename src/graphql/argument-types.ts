import {
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { CURRENCY_CODES } from '../kit/currencies.ts';
import { type Argument, GRANULARITIES } from './arguments.ts';

const PERIODS: Readonly<Record<(typeof GRANULARITIES)[number], string>> = {
  DAY: 'A day in UTC, named `2026-01-31`.',
  WEEK: 'An ISO 8601 week in UTC, Monday to Sunday, named `2026-W05`.',
  MONTH: 'A month in UTC, named `2026-01`.',
  QUARTER: 'A quarter in UTC, named `2026-Q1`.',
  YEAR: 'A year in UTC, named `2026`.',
  ALL_TIME: 'The whole time range as one period, named `all`.',
};

const granularity = new GraphQLEnumType({
  name: 'TimePeriodGranularity',
  description: 'Length of the periods by which figures are grouped.',
  values: Object.fromEntries(
    GRANULARITIES.map((name, value) => [name, { value, description: PERIODS[name] }]),
  ),
});

const timeRange = new GraphQLInputObjectType({
  name: 'TimeRangeInput',
  description: 'A time range, including its start and excluding its end.',
  fields: {
    startDate: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'Start in ISO 8601, inclusive; UTC if it has no offset.',
    },
    endDate: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'End in ISO 8601, exclusive; UTC if it has no offset.',
    },
  },
});

const analyticsFilter = new GraphQLInputObjectType({
  name: 'AnalyticsFilterInput',
  description: 'Limits what is analyzed.',
  fields: {
    timeRange: {
      type: timeRange,
      description: 'By the time at which an order, payment, refund or ticket was created.',
    },
    currency: { type: GraphQLString, description: 'ISO 4217 code, case-insensitive.' },
    status: {
      type: GraphQLString,
      description:
        'Only orders (or payments, products, tickets) with this status. It limits the number of products, not their sales, and doesn’t limit refunds.',
    },
  },
});

const names = new Intl.DisplayNames('en', { type: 'currency' });

const currencyCode = new GraphQLEnumType({
  name: 'CurrencyCode',
  description: 'A currency by its ISO 4217 code.',
  values: Object.fromEntries(
    CURRENCY_CODES.map((code) => [code, { value: code, description: names.of(code) ?? code }]),
  ),
});

const TYPES: Readonly<Record<Argument['type'], GraphQLInputType>> = {
  ID: GraphQLID,
  String: GraphQLString,
  Int: GraphQLInt,
  Granularity: granularity,
  AnalyticsFilter: analyticsFilter,
  CurrencyCode: currencyCode,
};

/** The arguments for the schema. */
export function argumentMap(
  args: Readonly<Record<string, Argument>>,
): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    Object.entries(args).map(([name, { type, description, required, fallback }]) => {
      const nullable = TYPES[type];
      const shown = required ? new GraphQLNonNull(nullable) : nullable;
      const standard = fallback === undefined ? {} : { defaultValue: fallback };
      return [name, { type: shown, description, ...standard }];
    }),
  );
}
