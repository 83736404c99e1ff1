import { raw, type Sql, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { Field, FigureField, Given, ObjectType, ScalarField } from '../description.ts';
import { column, unitOf } from '../fields.ts';
import { MAX_LIMIT } from '../limits.ts';

type Column = readonly [type: ScalarField['type'], description: string];

/** A type whose fields are the columns of a query. */
export function columns(
  name: string,
  description: string,
  fields: Readonly<Record<string, Column>>,
): ObjectType {
  const entries = Object.entries(fields).map(([field, [type, meaning]]) => [
    field,
    column(type, field, meaning),
  ]);
  return { name, description, fields: Object.fromEntries(entries) };
}

/** A type whose values are in the objects of a JSON array. */
export function inJson(type: ObjectType): ObjectType {
  const fields = Object.entries(type.fields).map(([name, field]) => [
    name,
    { ...field, json: (item: string) => `(${item}.value->'${name}')::text` },
  ]);
  return { ...type, fields: Object.fromEntries(fields) };
}

type Query = (given: Given) => Sql;
type Args = Readonly<Record<string, Argument>>;

/** A list field computed by a query. */
export function list(
  type: ObjectType,
  description: string,
  query: Query,
  args?: Args,
): FigureField {
  const field = { kind: 'figure', type, list: true, required: true, description, query } as const;
  return args ? { ...field, args } : field;
}

/** A field computed by a query that returns one row. */
export function row(type: ObjectType, description: string, query: Query, args?: Args): FigureField {
  const field = { kind: 'figure', type, description, query } as const;
  return args ? { ...field, args } : field;
}

/** A number field computed by a query as `value`. */
export function count(description: string, query: Query): FigureField {
  return { kind: 'figure', type: 'Int', required: true, description, query };
}

/** A field kept under a deprecated name for older clients. */
export function deprecated<F extends Field>(reason: string, field: F): F {
  return { ...field, required: false, deprecated: reason };
}

/** SQL for a share in percent, 0 to 100 with two decimals; 0 if the whole is zero. */
export function percent(part: string, whole: string): Sql {
  return raw(`coalesce(round(100.0 * (${part}) / nullif(${whole}, 0), 2), 0)::float8`);
}

/** SQL for a sum of minor units as a decimal string; `unit` must be a column or an aggregate. */
export function money(minor: string, unit = 'unit'): Sql {
  return raw(`((${minor}) * ${unit})::text`);
}

export const CURRENCY: Args = {
  currency: {
    type: 'String',
    required: true,
    description: 'ISO 4217 code, case-insensitive; amounts in other currencies are omitted.',
  },
};

export const LIMIT: Args = {
  limit: {
    type: 'Int',
    fallback: 10,
    description: `Maximum number of entries; more than ${MAX_LIMIT} is capped with a warning.`,
  },
};

/** SQL for the limit, capped. */
export function limitSql(given: Given): Sql {
  return sql`${given.bind(({ limit }) => Math.min(limit as number, MAX_LIMIT))}::bigint`;
}

/** SQL for the currency argument. */
export function currencyOf(given: Given): Sql {
  return sql`${given.bind(({ currency }) => String(currency).toUpperCase())}::text`;
}

/** SQL for the value of a minor unit of the argument's currency, computed once. */
export function unitOfArgument(given: Given): Sql {
  return sql`(select ${raw(unitOf('given.code'))} from (select ${currencyOf(given)} as code) given)`;
}

/** SQL for a figure derived from amounts in minor units, as a number in major units. */
export function majorNumber(minor: string | Sql, unit: string | Sql = 'unit'): Sql {
  const sqlOf = (part: string | Sql) => (typeof part === 'string' ? raw(part) : part);
  return sql`((${sqlOf(minor)}) * ${sqlOf(unit)})::float8`;
}

export const AMOUNT = 'Decimal string in the currency’s major unit.';
/** For figures derived from amounts; totals are decimal strings. */
export const NUMBER = 'A number in the currency’s major unit, rounded to its minor unit.';
export const PERCENT = 'In percent, 0 to 100.';
