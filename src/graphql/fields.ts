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

/** What the makers of fields take besides description and SQL. */
type Options = Partial<Pick<ScalarField, 'required' | 'readers' | 'bytes' | 'deprecated'>> & {
  /** False: there is no filter of the field's name. */
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

/** SQL of any value's JSON text. */
const escaped = (value: string) => `to_json(${value})::text`;
/** SQL of the JSON text of a value that JSON shows as PostgreSQL does. */
const bare = (value: string) => `(${value})::text`;
/** SQL of the JSON string of a value whose text has nothing to escape: cheaper than `escaped`. */
const quoted = (value: string) => `('"' || (${value})::text || '"')`;

export const text = scalar('String', 'string', escaped);
export const integer = scalar('Int', 'int', bare);
export const flag = scalar('Boolean', 'boolean', bare);
/** A UUID as it is. */
export const uuid = scalar('ID', 'id', quoted);

/** A point in time: ISO 8601 in UTC with milliseconds. */
export const time = scalar('String', 'dateTime', (value) => quoted(isoTime(value)));

/** Text that nobody filters by. */
export const plain = (description: string, value: Expression, options: Options = {}) =>
  text(description, value, { ...options, filter: false });

/**
 * A Short ID. The database gives prefix and UUID as an array of two, which no text of a user can
 * look like within JSON; `fillMarks` writes the Short ID in its place.
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

/** The JSON text of a row's metadata, as they were written. */
export const metadata = (description: string, rowOf: (row: Row) => Row, options: Options = {}) =>
  plain(description, (name) => `(${writtenMetadata(rowOf(name)).sql})::text`, {
    ...options,
    bytes: BYTES.metadata,
  });

/** A list of texts out of an array column. */
export function texts(description: string, value: Expression): ScalarField {
  const json: Expression = (row, environment) => escaped(value(row, environment));
  return { kind: 'scalar', type: 'String', list: true, required: true, description, json };
}

/** An amount as a decimal string in the currency's major unit, of minor units. */
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

/** The column of the field's own name in a query's row: for types that a query computes. */
export function column(type: ScalarField['type'], name: string, description: string): ScalarField {
  return { kind: 'scalar', type, description, json: (row) => escaped(`${row}."${name}"`) };
}

function isoTime(value: string): string {
  return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL of the decimal string of an amount in minor units: `9.90` for 990 USD. */
export function majorUnits(minor: string, currency: string): string {
  return `((${minor}) * ${unitOf(currency)})::text`;
}

/**
 * SQL of the value of one minor unit in major units; its scale makes the product's digits. Nearly
 * every currency has two: one look into the list of all others settles it.
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
