import type { Environment } from '../contract/caller.ts';
import type { Sql } from '../database/database.ts';

/** The name of a row in the statement, such as `t3`; a joined table's is made from it. */
export type Row = string;
/** SQL of a value that is computed on a row. */
export type Expression = (row: Row, environment: Environment) => string;

/** How the text of a filter on the value is understood. */
export type FilterKind = 'string' | 'id' | 'dateTime' | 'int' | 'boolean';

export interface FieldFilter {
  readonly by: FilterKind;
  readonly value: Expression;
  /** There is an index of the value in lower case. */
  readonly isIndexedLower?: boolean;
  /** The value is kept in lower case. */
  readonly isLower?: boolean;
  /** SQL of rows, by what stands behind `from`: the value is theirs, and that of one must meet it. */
  readonly some?: Expression;
}

/** What a list can be sorted by, besides the time of creation. */
export type Sort = {
  readonly description: string;
  /** The value comes from a joined table. */
  readonly isJoined?: boolean;
} & (
  | {
      /** SQL of a value that is never null. */
      readonly key: Expression;
      /** Means something within one currency alone, which the filter has to name. */
      readonly needsCurrency?: boolean;
    }
  /** SQL of such a value in the currency that the filter has to name. */
  | { readonly keyIn: (row: Row, environment: Environment, currency: Sql) => Sql }
);
