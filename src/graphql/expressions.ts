import type { Environment } from '../contract/caller.ts';
import type { Sql } from '../database/database.ts';

/** A row's name in the statement, such as `t3`; joined tables' names are derived from it. */
export type Row = string;
/** SQL for a value computed from a row. */
export type Expression = (row: Row, environment: Environment) => string;

/** How a filter value is interpreted. */
export type FilterKind = 'string' | 'id' | 'dateTime' | 'int' | 'boolean';

export interface FieldFilter {
  readonly by: FilterKind;
  readonly value: Expression;
  /** Whether there is an index on the lower-case value. */
  readonly isIndexedLower?: boolean;
  /** Whether the value is stored in lower case. */
  readonly isLower?: boolean;
  /** SQL after `from` for rows that have the value: one of them must match. */
  readonly some?: Expression;
}

/** An amount in minor units of the currency that the filter must name. */
export interface AmountFilter {
  readonly by: 'amount';
  readonly minorIn: (row: Row, environment: Environment, currency: Sql) => Sql;
}

/** What a list can be sorted by, in addition to the time of creation. */
export type Sort = {
  readonly description: string;
  /** Whether the value comes from a joined table. */
  readonly isJoined?: boolean;
} & (
  | {
      /** SQL for a value that is never null. */
      readonly key: Expression;
      /** Whether it is meaningful only within one currency, which the filter must name. */
      readonly needsCurrency?: boolean;
    }
  /** SQL for such a value in the currency that the filter must name. */
  | { readonly keyIn: (row: Row, environment: Environment, currency: Sql) => Sql }
);
