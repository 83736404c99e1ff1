import { writtenMetadata } from '../domain/metadata.queries.ts';
import type { IdPrefix } from '../kit/id.ts';
import { MINOR_DIGITS } from '../kit/money.ts';
import { BYTES } from './bytes.ts';
import type {
  EntriesField,
  EntryField,
  Expression,
  FilterKind,
  ItemsField,
  LinkField,
  ObjectType,
  PartField,
  Row,
  ScalarField,
} from './description.ts';
import { idMark } from './marks.ts';

/** Options of field constructors in addition to description and SQL. */
type Options = Partial<Pick<ScalarField, 'required' | 'readers' | 'bytes' | 'deprecated'>> & {
  /** False if there is no filter with the field's name. */
  readonly filter?: boolean;
};

const scalar =
  (type: ScalarField['type'], by: FilterKind, spell: (value: string) => string) =>
  (description: string, value: Expression, options: Options = {}): ScalarField => {
    const { filter = true, ...rest } = options;
    const json: Expression = (row, environment) => spell(value(row, environment));
    const field = { kind: 'scalar', type, description, json, ...rest } as const;
    return filter ? { ...field, filter: { by, value } } : field;
  };

/** SQL for the JSON text of any value. */
const escaped = (value: string) => `to_json(${value})::text`;
/** SQL for the JSON text of a value that JSON formats like PostgreSQL. */
const bare = (value: string) => `(${value})::text`;
/** SQL for the JSON string of a value that needs no escaping: cheaper than `escaped`. */
const quoted = (value: string) => `('"' || (${value})::text || '"')`;

export const text = scalar('String', 'string', escaped);
export const integer = scalar('Int', 'int', bare);
export const flag = scalar('Boolean', 'boolean', bare);
/** A plain UUID. */
export const uuid = scalar('ID', 'id', quoted);

/** A point in time: ISO 8601 in UTC with milliseconds. */
export const time = scalar('String', 'dateTime', (value) => quoted(isoTime(value)));

/** Text without a filter. */
export const plain = (description: string, value: Expression, options: Options = {}) =>
  text(description, value, { ...options, filter: false });

/**
 * A Short ID. The database returns prefix and UUID as an array of two, which user text can't
 * imitate within JSON; `fillMarks` replaces it with the Short ID.
 */
export function shortId(
  prefix: IdPrefix,
  description: string,
  value: Expression,
  options: Options = {},
): ScalarField {
  const { required, readers } = options;
  const json: Expression = (row, environment) => idMark(prefix, value(row, environment));
  const filter = { by: 'id', value } as const;
  const rest = { ...(required ? { required } : {}), ...(readers ? { readers } : {}) };
  return { kind: 'scalar', type: 'ID', description, json, filter, prefix, ...rest };
}

/** A row's metadata as JSON text, as written. */
export const metadata = (description: string, rowOf: (row: Row) => Row, options: Options = {}) =>
  plain(description, (name) => `(${writtenMetadata(rowOf(name)).sql})::text`, {
    ...options,
    bytes: BYTES.metadata,
  });

/** A list of texts from an array column. */
export function texts(description: string, value: Expression): ScalarField {
  const json: Expression = (row, environment) => escaped(value(row, environment));
  return { kind: 'scalar', type: 'String', list: true, required: true, description, json };
}

/** An amount in minor units as a decimal string in the currency's major unit. */
export function amount(
  description: string,
  minor: Expression,
  currency: Expression,
  options: Pick<Options, 'required' | 'deprecated'> = {},
): ScalarField {
  const json: Expression = (row, environment) =>
    quoted(majorUnits(minor(row, environment), currency(row, environment)));
  return { kind: 'scalar', type: 'String', description, json, ...options };
}

export function part(
  type: ObjectType,
  description: string,
  options: Partial<Omit<PartField, 'kind' | 'type' | 'description'>> = {},
): PartField {
  return { kind: 'part', type, description, ...options };
}

export function items(
  type: ObjectType,
  description: string,
  from: ItemsField['from'],
  order?: ItemsField['order'],
): ItemsField {
  const field = { kind: 'items', type, description, from, required: true } as const;
  return order ? { ...field, order } : field;
}

/** A list of the entries of a JSON column. */
export function entries(
  type: ObjectType,
  description: string,
  column: EntriesField['column'],
): EntriesField {
  return { kind: 'entries', type, description, column, required: true };
}

/** A value of an entry. */
export function entry(
  type: EntryField['type'],
  description: string,
  read: EntryField['read'],
  options: Pick<Options, 'required'> = {},
): EntryField {
  return { kind: 'entry', type, description, read, ...options };
}

type LinkOptions = Partial<Omit<LinkField, 'kind' | 'entity' | 'description' | 'on'>>;

export function one(
  entity: string,
  description: string,
  on?: LinkField['on'],
  options: LinkOptions = {},
): LinkField {
  return { kind: 'one', entity, description, ...(on ? { on } : {}), ...options };
}

export function many(
  entity: string,
  description: string,
  on?: LinkField['on'],
  options: LinkOptions = {},
): LinkField {
  return { kind: 'many', entity, description, ...(on ? { on } : {}), required: true, ...options };
}

/** The column of a query's row named like the field: for types that a query computes. */
export function column(type: ScalarField['type'], name: string, description: string): ScalarField {
  return { kind: 'scalar', type, description, json: (row) => escaped(`${row}."${name}"`) };
}

function isoTime(value: string): string {
  return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL for the decimal string of an amount in minor units: `9.90` for 990 USD. */
function majorUnits(minor: string, currency: string): string {
  return `((${minor}) * ${unitOf(currency)})::text`;
}

/**
 * SQL for the value of a minor unit in major units; its scale determines the product's digits.
 * Nearly all currencies have two digits, so one check of the list of exceptions decides.
 */
export function unitOf(currency: string): string {
  const units = [
    [0, '1'],
    [3, '0.001'],
    [4, '0.0001'],
  ] as const;
  const cases = units.map(([digits, unit]) => {
    const codes = codesOf((count) => count === digits);
    return `when ${currency} in (${codes}) then ${unit}`;
  });
  const others = codesOf((count) => count !== 2);
  return `case when ${currency} in (${others}) then case ${cases.join(' ')} end else 0.01 end`;
}

function codesOf(isWanted: (digits: number) => boolean): string {
  const codes = [...MINOR_DIGITS].filter(([, digits]) => isWanted(digits));
  return codes.map(([code]) => `'${code}'`).join(', ');
}
