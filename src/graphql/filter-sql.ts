import { GraphQLError } from 'graphql';
import { join, raw, type Sql, sql } from '../database/database.ts';
import { decodeId, type IdPrefix, isUuid } from '../kit/id.ts';
import { parseMinorUnits } from '../kit/money.ts';
import { parseIso } from '../kit/time.ts';
import type { Entity, FieldFilter, FilterKind, Given, Row, ScalarField } from './description.ts';
import { graphqlErrors } from './errors.ts';
import type { Scope } from './scope.ts';

type Operators = Readonly<Record<string, unknown>>;
type Filter = Readonly<Record<string, Operators | null>>;
type Values = Readonly<Record<string, unknown>>;

const COMPARED: Readonly<Record<string, string>> = {
  eq: '=',
  ne: 'is distinct from',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** The largest `bigint` of PostgreSQL. */
const MAX_BIGINT = 2n ** 63n - 1n;

const PATTERNS = { containsIgnoreCase: true, startsWithIgnoreCase: true };

/** Conditions on a lower-case value. */
const CASELESS: Readonly<Record<string, (text: Sql) => Sql>> = {
  eqIgnoreCase: (text) => sql`= ${text}`,
  containsIgnoreCase: (text) => sql`like '%' || ${text} || '%'`,
  startsWithIgnoreCase: (text) => sql`like ${text} || '%'`,
};

/** SQL type of a parameter of each kind. */
const SENT_AS: Readonly<Record<FilterKind, string>> = {
  string: 'text',
  id: 'uuid',
  dateTime: 'timestamptz',
  int: 'integer',
  boolean: 'boolean',
};

/**
 * The filter's conditions on the row. Throws for values the reader may not see and for meaningless
 * ones.
 */
export function filterSql(entity: Entity, row: Row, given: Given, scope: Scope): Sql[] {
  const filter = (given.values.filter ?? {}) as Filter;
  const conditions: Sql[] = [];
  for (const [name, operators] of Object.entries(filter)) {
    if (operators === null) continue;
    requireReadable(entity, name, scope);
    for (const [operator, value] of Object.entries(operators)) {
      if (value === null) continue;
      const at: Place = { entity, name, operator, row, scope };
      const minor = minorOf(at, given);
      conditions.push(minor ? amountCondition(at, minor, given) : condition(at, given));
    }
  }
  return conditions;
}

interface Place {
  readonly entity: Entity;
  readonly name: string;
  readonly operator: string;
  readonly row: Row;
  readonly scope: Scope;
}

function requireReadable(entity: Entity, name: string, { reader }: Scope): void {
  const allowed = entity.access[reader]?.fields;
  const readers = entity.fields[name]?.readers;
  const hidden = allowed && !allowed.includes(name) && name !== 'amount';
  if (hidden || (readers && !readers.includes(reader))) {
    throw graphqlErrors.forbidden(`${entity.name}.${name}`);
  }
}

function condition(place: Place, given: Given): Sql {
  const { entity, name, row, scope } = place;
  const field = (entity.filters?.[name] ?? entity.fields[name]) as Pick<
    ScalarField,
    'filter' | 'prefix'
  >;
  const { some } = field.filter as FieldFilter;
  const compared = comparison(place, field, given);
  return some
    ? sql`exists (select from ${raw(some(row, scope.environment))} and ${compared})`
    : compared;
}

function comparison(
  { entity, name, operator, row, scope }: Place,
  field: Pick<ScalarField, 'filter' | 'prefix'>,
  given: Given,
): Sql {
  const { by, value, isIndexedLower, isLower } = field.filter as FieldFilter;
  const column = raw(value(row, scope.environment));
  const prefix = field.prefix ?? null;
  const sent = given.bind((values) => {
    const asked = (values.filter as Filter)[name]?.[operator];
    const text = operator in PATTERNS ? String(asked).replaceAll(/[\\%_]/g, '\\$&') : asked;
    return readValue(by, text, prefix, `${entity.name}Filter.${name}`);
  });
  const type = raw(SENT_AS[by]);
  if (operator === 'eq' && isIndexedLower) {
    return sql`(lower(${column}) = lower(${sent}::text) and ${column} = ${sent}::text)`;
  }
  if (operator in COMPARED)
    return sql`${column} ${raw(COMPARED[operator] as string)} ${sent}::${type}`;
  if (operator === 'in') return sql`${column} = any(${sent}::${type}[])`;
  if (by === 'id') {
    throw new GraphQLError(`${entity.name}Filter.${name} takes eq, ne and in: ids have no parts`);
  }
  if (operator in CASELESS) {
    const lower = isLower ? column : sql`lower(${column})`;
    return sql`${lower} ${(CASELESS[operator] as (text: Sql) => Sql)(sql`lower(${sent}::text)`)}`;
  }
  if (operator === 'contains') return sql`position(${sent}::text in ${column}) > 0`;
  if (operator === 'startsWith') return sql`starts_with(${column}, ${sent}::text)`;
  return sql`right(${column}, length(${sent}::text)) = ${sent}::text`;
}

function readValue(by: FilterKind, value: unknown, prefix: IdPrefix | null, name: string): unknown {
  if (by === 'dateTime') return readTime(String(value), name);
  if (by !== 'id') return value;
  if (!Array.isArray(value)) return readId(prefix, String(value));
  return value.map((text) => readId(prefix, String(text))).filter((id) => id !== null);
}

/** The UUID of an ID as callers write it; null for an ID that can't exist. */
export function readId(prefix: IdPrefix | null, text: string): string | null {
  if (prefix !== null) return decodeId(prefix, text);
  return isUuid(text) ? text : null;
}

/** Parses a point in time in ISO 8601, in UTC if it has no offset. Throws for anything else. */
export function readTime(text: string, name: string): Date {
  const parsed = parseIso(text);
  if (parsed) return parsed.time;
  throw new GraphQLError(`${name}: expected a time in ISO 8601, such as 2026-01-31T00:00:00Z`);
}

/** The amount that the entry compares, in minor units; null for any other entry. */
function minorOf({ entity, name, row, scope }: Place, given: Given): Sql | null {
  const { amount, filters } = entity;
  if (name === 'amount' && amount) return raw(amount.minor(row, scope.environment));
  const filter = filters?.[name]?.filter;
  if (filter?.by !== 'amount') return null;
  return filter.minorIn(
    row,
    scope.environment,
    given.bind(({ filter }) => (filter as Filter).currency?.eq ?? null),
  );
}

function amountCondition({ entity, name, operator }: Place, minor: Sql, given: Given): Sql {
  const sent = given.bind((values) => readAmount(values, name, operator, entity));
  return sql`${minor} ${raw(COMPARED[operator] as string)} ${sent}::bigint`;
}

/** The operator's amount in minor units of the filter's currency (docs/contract/graphql.md). */
function readAmount({ filter }: Values, entry: string, operator: string, entity: Entity): string {
  const { [entry]: amount, currency } = filter as Filter;
  const name = `${entity.name}Filter.${entry}`;
  if (typeof currency?.eq !== 'string') {
    throw new GraphQLError(`${name} needs a sibling currency: { eq: <code> } in the same filter`);
  }
  const minor = parseMinorUnits(String(amount?.[operator]), currency.eq);
  if (minor === null) {
    throw new GraphQLError(
      `${name}.${operator}: expected a decimal string in ${currency.eq}, such as "9"`,
    );
  }
  // No sum is larger.
  return (minor <= MAX_BIGINT ? minor : MAX_BIGINT).toString();
}

/** All conditions, or true if there are none. */
export function every(conditions: readonly Sql[]): Sql {
  return conditions.length > 0 ? join([...conditions], ' and ') : sql`true`;
}
