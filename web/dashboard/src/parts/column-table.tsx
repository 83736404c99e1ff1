import { Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { FramedTable } from './framed-table.tsx';

/** What a table of columns needs to know of each. */
export interface ShownColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
}

interface Props<Row> extends TableProps {
  readonly caption: string;
  readonly columns: readonly ShownColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** Rows as a framed table, column by column. */
export function ColumnTable<Row>({ columns, rows, rowKey, ...props }: Props<Row>) {
  return (
    <FramedTable verticalSpacing="sm" {...props}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, align }) => (
            <Table.Th key={label} ta={align}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={rowKey(row)}>
            {columns.map(({ label, cell, align }) => (
              <Table.Td key={label} ta={align}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </FramedTable>
  );
}
