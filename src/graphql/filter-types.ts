import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import type { Entity, FilterKind } from './description.ts';

const strings = new GraphQLList(new GraphQLNonNull(GraphQLString));

const MEANINGS: Readonly<Record<string, string>> = {
  eq: 'Equal to.',
  ne: 'Not equal to; null counts as different.',
  in: 'In the list; an empty list matches nothing.',
  contains: 'Contains the text, case-sensitive.',
  startsWith: 'Starts with the text, case-sensitive.',
  endsWith: 'Ends with the text, case-sensitive.',
  eqIgnoreCase: 'Equal to, case-insensitive.',
  containsIgnoreCase: 'Contains the text, case-insensitive.',
  startsWithIgnoreCase: 'Starts with the text, case-insensitive.',
  gt: 'Greater than, or later.',
  gte: 'Greater than or equal to, or not earlier.',
  lt: 'Less than, or earlier.',
  lte: 'Less than or equal to, or not later.',
};

const COMPARISONS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

function filterType(
  name: string,
  description: string,
  type: GraphQLInputType,
  operators: readonly string[],
): GraphQLInputObjectType {
  const fields = operators.map((operator) => [
    operator,
    { type: operator === 'in' ? strings : type, description: MEANINGS[operator] },
  ]);
  return new GraphQLInputObjectType({ name, description, fields: Object.fromEntries(fields) });
}

const IGNORED =
  'Operators that are null or omitted are ignored; if there are several, all must match.';

const stringFilter = filterType('StringFilter', `Compares a text. ${IGNORED}`, GraphQLString, [
  'eq',
  'ne',
  'in',
  'contains',
  'startsWith',
  'endsWith',
  'eqIgnoreCase',
  'containsIgnoreCase',
  'startsWithIgnoreCase',
]);

const amountFilter = filterType(
  'AmountFilter',
  'Compares an amount, a decimal string in the major unit of the currency that the sibling ' +
    `\`currency: { eq: "..." }\` of the same filter must name. ${IGNORED}`,
  GraphQLString,
  COMPARISONS,
);

const byKind: Readonly<Record<FilterKind, GraphQLInputObjectType>> = {
  string: stringFilter,
  // Short IDs and UUIDs: eq, ne and in.
  id: stringFilter,
  dateTime: filterType(
    'DateTimeFilter',
    `Compares a point in time, given in ISO 8601. ${IGNORED}`,
    GraphQLString,
    COMPARISONS,
  ),
  int: filterType('IntFilter', `Compares an integer. ${IGNORED}`, GraphQLInt, COMPARISONS),
  boolean: filterType('BooleanFilter', `Compares a boolean. ${IGNORED}`, GraphQLBoolean, [
    'eq',
    'ne',
  ]),
};

const typeOf = (kind: FilterKind | 'amount') => (kind === 'amount' ? amountFilter : byKind[kind]);

/** The filter of an entity, with an entry for each comparable field. */
export function entityFilter(entity: Entity): GraphQLInputObjectType {
  const all = { ...entity.fields, ...entity.filters };
  const fields = Object.entries(all).flatMap(([name, field]) =>
    'filter' in field && field.filter
      ? [[name, { type: typeOf(field.filter.by), description: field.description }]]
      : [],
  );
  if (entity.amount) {
    const description =
      'The total amount; the same filter must hold `currency: { eq: "..." }` (one currency a query).';
    fields.push(['amount', { type: amountFilter, description }]);
  }
  return new GraphQLInputObjectType({
    name: `${entity.name}Filter`,
    description: `Limits objects of type ${entity.name} to those that match every entry.`,
    fields: Object.fromEntries(fields),
  });
}
