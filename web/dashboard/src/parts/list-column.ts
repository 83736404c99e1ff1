import type { ShownColumn } from './column-table.tsx';
import type { Cell } from './csv.ts';

/** A table column that can be hidden and exported. */
export interface Column<Row> extends ShownColumn<Row> {
  /** The cell's value in an exported file; columns without it aren't exported. */
  readonly csv?: (row: Row) => Cell;
  /** Hidden by default. */
  readonly isExtra?: boolean;
}
