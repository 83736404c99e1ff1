import { Table, type TableProps, UnstyledButton } from '@mantine/core';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { FramedTable } from './framed-table.tsx';

/** A column as shown in a table. */
export interface ShownColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Its name in the list's `orderBy`: `AMOUNT` in `AMOUNT_DESC`. */
  readonly sort?: string;
}

/** The current sort order, and how to change it. */
export interface Sorting<Row> {
  readonly sort: string;
  readonly setSort: (sort: string, rows: readonly Row[]) => void;
}

interface Props<Row> extends TableProps {
  readonly caption: string;
  readonly columns: readonly ShownColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sorting?: Sorting<Row>;
}

/**
 * Rows as a framed table; on a phone, each row is a card. The table is rendered after everything
 * around it, in interruptible steps, so that a click responds before fifty rows are rendered.
 */
export function ColumnTable<Row>(props: Props<Row>) {
  const shown = useDeferredValue(props);
  return <Shown shown={shown} />;
}

const Shown = memo(ShownTable) as typeof ShownTable;

function ShownTable<Row>({ shown }: { readonly shown: Props<Row> }) {
  const { columns, rows, rowKey, sorting, ...props } = shown;
  return (
    <FramedTable verticalSpacing="sm" {...props} className="cards-on-phones">
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Heading key={column.label} column={column} rows={rows} sorting={sorting} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={rowKey(row)}>
            {columns.map(({ label, cell, align }) => (
              <Table.Td key={label} ta={align} data-label={label}>
                <div>{cell(row)}</div>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </FramedTable>
  );
}

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

function Heading<Row>({
  column: { label, align, sort },
  rows,
  sorting,
}: Pick<Props<Row>, 'rows' | 'sorting'> & { readonly column: ShownColumn<Row> }) {
  if (!sort || !sorting) return <Table.Th ta={align}>{label}</Table.Th>;
  const down = `${sort}_DESC`;
  const direction =
    sorting.sort === down ? 'descending' : sorting.sort === `${sort}_ASC` ? 'ascending' : 'none';
  const next = direction === 'descending' ? `${sort}_ASC` : down;
  return (
    <Table.Th ta={align} aria-sort={direction}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        aria-label={`Sort by ${label}`}
        onClick={() => sorting.setSort(next, rows)}
      >
        {label}
        {ARROWS[direction]}
      </UnstyledButton>
    </Table.Th>
  );
}
