import type { Environment } from '../contract/caller.ts';
import type { Sql } from '../database/database.ts';
import type { IdPrefix } from '../kit/id.ts';
import type { Argument } from './arguments.ts';
import type { AmountFilter, Expression, FieldFilter, Row, Sort } from './expressions.ts';
import type { Reader, Scope } from './scope.ts';

export type { Expression, FieldFilter, FilterKind, Row, Sort } from './expressions.ts';

interface Described {
  readonly description: string;
  /** Never null; clients may rely on it. */
  readonly required?: boolean;
  /** What to use instead; the field stays for older clients. */
  readonly deprecated?: string;
  /** The credentials that can read it, if not all that can read the type. */
  readonly readers?: readonly Reader[];
}

export interface ScalarField extends Described {
  readonly kind: 'scalar';
  readonly type: 'ID' | 'String' | 'Int' | 'Float' | 'Boolean';
  readonly list?: boolean;
  /** SQL for the value's JSON text; null if there is no value. */
  readonly json: Expression;
  /** What a filter with the field's name compares; absent if there is none. */
  readonly filter?: FieldFilter;
  readonly prefix?: IdPrefix | null;
  /** Maximum bytes of its value, if it can be large. */
  readonly bytes?: number;
}

/** An object from the same row. */
export interface PartField extends Described {
  readonly kind: 'part';
  readonly type: ObjectType;
  /** SQL condition for its presence; absent if always present. */
  readonly present?: Expression;
}

/** A list whose items come from the row, such as entries of a JSON column. */
export interface ItemsField extends Described {
  readonly kind: 'items';
  readonly type: ObjectType;
  /** SQL after `from`, naming the items with the second argument. */
  readonly from: (row: Row, item: Row, environment: Environment) => string;
  readonly order?: (item: Row) => string;
  /** Whether it reads as much as an analysis, so that its query counts as large. */
  readonly isAnalysis?: true;
}

/** An entry of a JSON column that holds an object: its key and its value. */
// biome-ignore lint/suspicious/noExplicitAny: what the value is the column's own type says
export type Entry = readonly [key: string, value: any];

/**
 * A list of a JSON column's entries, which the process creates from the column's text: that takes a
 * third of the time the database would need (docs/decisions/0014-json-as-text.md).
 */
export interface EntriesField extends Described {
  readonly kind: 'entries';
  /** Has only entry fields and parts of them. */
  readonly type: ObjectType;
  /** SQL for the column: an object whose texts contain no bracket. */
  readonly column: Expression;
}

/** A value of an entry. */
export interface EntryField extends Described {
  readonly kind: 'entry';
  readonly type: 'String' | 'Boolean';
  readonly read: (entry: Entry) => string | boolean | null;
}

/** Another entity, or a list of it, related to the row. */
export interface LinkField extends Described {
  readonly kind: 'one' | 'many';
  /** The entity's name. */
  readonly entity: string;
  /**
   * SQL condition that joins the target to the row, in addition to the same store; absent if that
   * suffices.
   */
  readonly on?: (row: Row, target: Row, environment: Environment) => string;
  /** Order of a list; by default the entity's own. */
  readonly order?: (target: Row, row: Row) => string;
  /** Default `limit` of the list, if different from the usual one. */
  readonly usualLimit?: number;
}

/** A figure or a list of rows computed by its own query. */
export interface FigureField extends Described {
  readonly kind: 'figure';
  readonly type: ObjectType | 'Int' | 'Float' | 'String';
  readonly list?: boolean;
  readonly args?: Readonly<Record<string, Argument>>;
  /** A query whose columns have the names of the type's fields (or `value`). */
  readonly query: (given: Given) => Sql;
}

/** A field's arguments: their current values, and how to bind them in a cached statement. */
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

/** A credential's access to an entity. */
export interface Access {
  /** SQL condition on readable rows of its stores; absent for all of them. */
  readonly where?: (row: Row, scope: Scope) => Sql;
  /** The only readable fields; absent for all. */
  readonly fields?: readonly string[];
  /** Only reachable through another entity, not by a root field. */
  readonly nestedOnly?: boolean;
}

/** A table left-joined by a unique key: the database skips it if nothing needs it. */
export interface Join {
  readonly table: string;
  /** Suffix of its name after the row's: `t1_o` for `o`. */
  readonly as: string;
  /** SQL condition, in addition to the same store. */
  readonly on: (row: Row, environment: Environment, reader: Reader) => string;
  /** It belongs to an account, not to a store. */
  readonly isOfAccount?: boolean;
}

/** A resource: its single, list and count fields, filter and SQL are derived from it. */
export interface Entity extends ObjectType {
  /** Names of the root fields; absent if there are none. */
  readonly single?: string;
  readonly list?: string;
  readonly table: string;
  /**
   * The column that says which store owns the row: every statement compares it. Null for an
   * account's.
   */
  readonly store: 'id' | 'store_id' | null;
  readonly joins?: readonly Join[];
  /** SQL condition on every row, for all readers. */
  readonly only?: (row: Row, environment: Environment) => string;
  readonly access: Readonly<Partial<Record<Reader, Access>>>;
  /** Null for plain UUIDs. */
  readonly prefix: IdPrefix | null;
  /** SQL for the ID that the single field looks up; by default the row's `id`. */
  readonly key?: (row: Row) => string;
  /** The default order if not newest first. */
  readonly order?: (row: Row) => string;
  /**
   * Arguments of the list in addition to `filter`, `limit` and `offset`: columns that must equal an
   * ID.
   */
  readonly by: Readonly<Record<string, IdArgument>>;
  /** What its list can be sorted by, in addition to time of creation and amount. */
  readonly sorts?: Readonly<Record<string, Sort>>;
  /** Entries of its filter in addition to its fields. */
  readonly filters?: Readonly<Record<string, ExtraFilter>>;
  /** SQL for an amount in minor units and its currency, compared by `AmountFilter`. */
  readonly amount?: { readonly minor: Expression; readonly currency: Expression };
  /**
   * For an interface: SQL for the value that tells the types apart, and the types by that value.
   */
  readonly variants?: {
    readonly tag: (row: Row) => string;
    readonly types: Readonly<Record<string, () => Entity>>;
  };
}

/** An entry of a filter that is no field. */
export interface ExtraFilter extends Described {
  readonly filter: FieldFilter | AmountFilter;
  readonly prefix?: IdPrefix;
}

export interface IdArgument {
  readonly description: string;
  readonly prefix: IdPrefix | null;
  readonly column: (row: Row) => string;
}
