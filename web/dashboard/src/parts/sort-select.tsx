import { NativeSelect } from '@mantine/core';
import type { ShownColumn, Sorting } from './column-table.tsx';

/** Selects the sort order of a list on a phone, where the table's headings are hidden. */
export function SortSelect<Row>({
  columns,
  rows,
  sorting: { sort, setSort },
}: {
  readonly columns: readonly ShownColumn<Row>[];
  readonly rows: readonly Row[];
  readonly sorting: Sorting<Row>;
}) {
  const choices = columns.flatMap(({ label, sort: name }) =>
    name === undefined
      ? []
      : [
          { value: `${name}_DESC`, label: `${label}, descending` },
          { value: `${name}_ASC`, label: `${label}, ascending` },
        ],
  );
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      label="Sort by"
      size="xs"
      className="on-phones"
      data={choices}
      value={sort}
      onChange={({ currentTarget }) => setSort(currentTarget.value, rows)}
    />
  );
}
