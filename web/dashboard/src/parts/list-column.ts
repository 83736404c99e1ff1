import type { ShownColumn } from './column-table.tsx';
import type { Cell } from './csv.ts';

/** A column of a table that can be chosen, and written to a file. */
export interface Column<Row> extends ShownColumn<Row> {
  /** The cell in a file; left out: the column is not in it. */
  readonly csv?: (row: Row) => Cell;
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean;
}
