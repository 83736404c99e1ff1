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
  ne: 'Not equal to; a value that is null counts as different.',
  in: 'Equal to one of the list; an empty list matches nothing.',
  contains: 'Contains the text; letter case counts.',
  startsWith: 'Begins with the text; letter case counts.',
  endsWith: 'Ends with the text; letter case counts.',
  eqIgnoreCase: 'Equal to; letter case does not count.',
  containsIgnoreCase: 'Contains the text; letter case does not count.',
  startsWithIgnoreCase: 'Begins with the text; letter case does not count.',
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

const IGNORED = 'An operator that is null or left out is ignored; several must all hold.';

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
  int: filterType('IntFilter', `Compares a whole number. ${IGNORED}`, GraphQLInt, COMPARISONS),
  boolean: filterType('BooleanFilter', `Compares a truth value. ${IGNORED}`, GraphQLBoolean, [
    'eq',
    'ne',
  ]),
};

/** The filter of an entity: one entry for each of its fields that can be compared. */
export function entityFilter(entity: Entity): GraphQLInputObjectType {
  const all = { ...entity.fields, ...entity.filters };
  const fields = Object.entries(all).flatMap(([name, field]) =>
    'filter' in field && field.filter
      ? [[name, { type: byKind[field.filter.by], description: field.description }]]
      : [],
  );
  if (entity.amount) {
    const description =
      'The total amount; the same filter must hold `currency: { eq: "..." }` (one currency a query).';
    fields.push(['amount', { type: amountFilter, description }]);
  }
  return new GraphQLInputObjectType({
    name: `${entity.name}Filter`,
    description: `Which objects of type ${entity.name} to take: all that meet every entry.`,
    fields: Object.fromEntries(fields),
  });
}
