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
  description: 'The length of the periods that figures are grouped by.',
  values: Object.fromEntries(
    GRANULARITIES.map((name, value) => [name, { value, description: PERIODS[name] }]),
  ),
});

const timeRange = new GraphQLInputObjectType({
  name: 'TimeRangeInput',
  description: 'A range of time: from the start, included, to the end, excluded.',
  fields: {
    startDate: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'Start in ISO 8601, included; without an offset it is UTC.',
    },
    endDate: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'End in ISO 8601, excluded; without an offset it is UTC.',
    },
  },
});

const analyticsFilter = new GraphQLInputObjectType({
  name: 'AnalyticsFilterInput',
  description: 'What an analysis looks at.',
  fields: {
    timeRange: {
      type: timeRange,
      description: 'By the time at which an order, payment, refund or ticket was created.',
    },
    currency: { type: GraphQLString, description: 'ISO 4217 code in either letter case.' },
    status: {
      type: GraphQLString,
      description: 'Only orders (or payments, products, tickets) with this status.',
    },
  },
});

/** ISO 4217, as the platform knows it. */
const CODES = Intl.supportedValuesOf('currency');
const names = new Intl.DisplayNames('en', { type: 'currency' });

const currencyCode = new GraphQLEnumType({
  name: 'CurrencyCode',
  description: 'A currency by its ISO 4217 code.',
  values: Object.fromEntries(
    CODES.map((code) => [code, { value: code, description: names.of(code) ?? code }]),
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

/** The arguments as the schema holds them. */
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
