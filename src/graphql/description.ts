import type { Environment } from '../contract/caller.ts';
import type { Sql } from '../database/database.ts';
import type { IdPrefix } from '../kit/id.ts';
import type { Argument } from './arguments.ts';
import type { Expression, FieldFilter, Row, Sort } from './expressions.ts';
import type { Reader, Scope } from './scope.ts';

export type { Expression, FieldFilter, FilterKind, Row, Sort } from './expressions.ts';

interface Described {
  readonly description: string;
  /** Never null; clients may rely on it. */
  readonly required?: boolean;
  /** What to ask for instead; it stays for older clients. */
  readonly deprecated?: string;
  /** The credentials that may read it, if not all that may read the type. */
  readonly readers?: readonly Reader[];
}

export interface ScalarField extends Described {
  readonly kind: 'scalar';
  readonly type: 'ID' | 'String' | 'Int' | 'Float' | 'Boolean';
  readonly list?: boolean;
  /** SQL of the value's JSON text; null: there is no value. */
  readonly json: Expression;
  /** What a filter of the field's name compares; absent: no such filter. */
  readonly filter?: FieldFilter;
  readonly prefix?: IdPrefix | null;
  /** Most bytes of its value, where those can be many. */
  readonly bytes?: number;
}

/** An object made of the same row. */
export interface PartField extends Described {
  readonly kind: 'part';
  readonly type: ObjectType;
  /** SQL condition under which it is there; absent: always. */
  readonly present?: Expression;
}

/** A list whose items come out of the row, such as the entries of a JSON column. */
export interface ItemsField extends Described {
  readonly kind: 'items';
  readonly type: ObjectType;
  /** What stands behind `from`, naming the items with the second argument. */
  readonly from: (row: Row, item: Row, environment: Environment) => string;
  readonly order?: (item: Row) => string;
}

/** An entry of a JSON column that holds an object: its key and its value. */
// biome-ignore lint/suspicious/noExplicitAny: what the value is the column's own type says
export type Entry = readonly [key: string, value: any];

/**
 * A list of the entries of a JSON column, which the process makes out of the column's text: that
 * takes a third of what the database needs (docs/decisions/0014-json-as-text.md).
 */
export interface EntriesField extends Described {
  readonly kind: 'entries';
  /** Of entry fields, and parts of them. */
  readonly type: ObjectType;
  /** SQL of the column: an object, in whose texts there is no bracket. */
  readonly column: Expression;
}

/** A value of an entry. */
export interface EntryField extends Described {
  readonly kind: 'entry';
  readonly type: 'String' | 'Boolean';
  readonly read: (entry: Entry) => string | boolean | null;
}

/** Another entity, or a list of it, that belongs to the row. */
export interface LinkField extends Described {
  readonly kind: 'one' | 'many';
  /** Its name. */
  readonly entity: string;
  /** SQL condition that ties the target to the row, besides being of its store; absent: that does. */
  readonly on?: (row: Row, target: Row, environment: Environment) => string;
  /** Order of a list; absent: the entity's own. */
  readonly order?: (target: Row, row: Row) => string;
  /** How many of a list unless `limit` says otherwise; absent: as everywhere. */
  readonly usualLimit?: number;
}

/** A figure or a list of rows that a query of its own computes. */
export interface FigureField extends Described {
  readonly kind: 'figure';
  readonly type: ObjectType | 'Int' | 'Float' | 'String';
  readonly list?: boolean;
  readonly args?: Readonly<Record<string, Argument>>;
  /** A query whose columns carry the names of the type's fields (or `value`). */
  readonly query: (given: Given) => Sql;
}

/** The arguments of a field: their values now, and the way to bind them in a kept statement. */
export interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  bind(read: (values: Readonly<Record<string, unknown>>) => unknown): Sql;
}

export type Field =
  | ScalarField
  | PartField
  | ItemsField
  | EntriesField
  | EntryField
  | LinkField
  | FigureField;

export interface ObjectType {
  readonly name: string;
  readonly description: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** A credential's way to an entity. */
export interface Access {
  /** SQL condition on the rows that it may read, of its stores; absent: all of them. */
  readonly where?: (row: Row, scope: Scope) => Sql;
  /** The only fields that it may read; absent: all. */
  readonly fields?: readonly string[];
  /** Reached through another entity alone, never by a root field. */
  readonly nestedOnly?: boolean;
}

/** A table that is left-joined by a unique key: the database leaves it out where nothing needs it. */
export interface Join {
  readonly table: string;
  /** What its name has behind the row's: `t1_o` for `o`. */
  readonly as: string;
  /** SQL condition, besides being of the row's store. */
  readonly on: (row: Row, environment: Environment) => string;
  /** It is an account's, and of no store. */
  readonly isOfAccount?: boolean;
}

/** A resource: from it come its single, list and count field, its filter and its SQL. */
export interface Entity extends ObjectType {
  /** Names of the root fields; absent: there is none. */
  readonly single?: string;
  readonly list?: string;
  readonly table: string;
  /** The column that says whose row it is: every statement compares it. Null: an account's. */
  readonly store: 'id' | 'store_id' | null;
  readonly joins?: readonly Join[];
  /** SQL condition on every row, no matter who reads. */
  readonly only?: (row: Row, environment: Environment) => string;
  readonly access: Readonly<Partial<Record<Reader, Access>>>;
  /** Null: plain UUIDs. */
  readonly prefix: IdPrefix | null;
  /** SQL of the id that the single field looks for; absent: the row's `id`. */
  readonly key?: (row: Row) => string;
  /** Newest first, unless this says otherwise. */
  readonly order?: (row: Row) => string;
  /** Arguments of the list besides `filter`, `limit` and `offset`: a column that must equal an id. */
  readonly by: Readonly<Record<string, IdArgument>>;
  /** What its list can be sorted by, besides the time of creation and the amount. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** What its filter has besides its fields. */
  readonly filters?: Readonly<Record<string, Described & { readonly filter: FieldFilter }>>;
  /** SQL of an amount in minor units and its currency, which `AmountFilter` compares. */
  readonly amount?: { readonly minor: Expression; readonly currency: Expression };
  /** The type is an interface: SQL of what tells the types apart, and the types by its value. */
  readonly variants?: {
    readonly tag: (row: Row) => string;
    readonly types: Readonly<Record<string, () => Entity>>;
  };
}

export interface IdArgument {
  readonly description: string;
  readonly prefix: IdPrefix | null;
  readonly column: (row: Row) => string;
}
