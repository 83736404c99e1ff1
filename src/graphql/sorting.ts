import { GraphQLEnumType, GraphQLError } from 'graphql';
import { raw, type Sql, sql } from '../database/database.ts';
import type { Entity, Given, Row, Sort } from './description.ts';
import type { Scope } from './scope.ts';

/** The order of a list: by a value, and by ID for equal values. */
export interface ListOrder {
  key(row: Row): Sql;
  readonly isDescending: boolean;
  readonly isJoined: boolean;
  sql(row: Row): Sql;
}

interface Filter {
  readonly currency?: { readonly eq?: unknown } | null;
}

interface NamedOrder {
  readonly name: string;
  readonly sort: Sort;
  readonly isDescending: boolean;
}

const CREATION: Sort = {
  description: 'Time of creation.',
  key: (row) => `${row}.created_at`,
};

/** The orders of a list; their indexes are the enum's values, which are part of a plan's shape. */
function ordersOf({ amount, sorts }: Entity): readonly NamedOrder[] {
  const byAmount: Readonly<Record<string, Sort>> = amount
    ? {
        AMOUNT: {
          description: 'Amount; the filter must hold `currency: { eq: "..." }`.',
          key: amount.minor,
          needsCurrency: true,
        },
      }
    : {};
  return Object.entries({ CREATED_AT: CREATION, ...byAmount, ...sorts }).flatMap(([name, sort]) => [
    { name: `${name}_DESC`, sort, isDescending: true },
    { name: `${name}_ASC`, sort, isDescending: false },
  ]);
}

/** The orders of an entity's list as a type of the schema. */
export function orderByType(entity: Entity): GraphQLEnumType {
  const values = ordersOf(entity).map(({ name, sort, isDescending }, value) => [
    name,
    { value, description: `${sort.description} ${isDescending ? 'Largest' : 'Smallest'} first.` },
  ]);
  return new GraphQLEnumType({
    name: `${entity.name}OrderBy`,
    description: `Orders of a list of objects of type ${entity.name}.`,
    values: Object.fromEntries(values),
  });
}

/**
 * The requested order, by default newest first; null if the entity has its own. Throws for an order
 * by amount without a currency.
 */
export function chosenOrder(entity: Entity, given: Given, scope: Scope): ListOrder | null {
  if (entity.order) return null;
  const { sort, name, isDescending } = ordersOf(entity)[
    (given.values.orderBy ?? 0) as number
  ] as NamedOrder;
  const needsCurrency = 'keyIn' in sort || sort.needsCurrency;
  if (needsCurrency && typeof currencyOf(given.values) !== 'string') {
    throw new GraphQLError(`orderBy: ${name} needs currency: { eq: <code> } in the filter`);
  }
  const { environment } = scope;
  const key = (row: Row) =>
    'keyIn' in sort
      ? sort.keyIn(row, environment, given.bind(currencyOf))
      : raw(sort.key(row, environment));
  const direction = raw(isDescending ? 'desc' : 'asc');
  return {
    key,
    isDescending,
    isJoined: sort.isJoined === true,
    sql: (row) => sql`${key(row)} ${direction}, ${raw(row)}.id ${direction}`,
  };
}

const currencyOf = (values: Given['values']) =>
  (values.filter as Filter | null | undefined)?.currency?.eq;
