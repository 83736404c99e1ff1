import type { ShownColumn } from './column-table.tsx';
import type { Cell } from './csv.ts';

/** A column of a table that can be chosen, and written to a file. */
export interface Column<Row> extends ShownColumn<Row> {
  /** The cell in a file; without it, the column is not in the file. */
  readonly csv?: (row: Row) => Cell;
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean;
}
