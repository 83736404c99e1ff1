import { Button, Group, Paper, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColumnChooser, useChosenColumns } from './column-chooser.tsx';
import { ColumnTable, type Sorting } from './column-table.tsx';
import { CsvButton } from './csv-button.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { Column } from './list-column.ts';
import type { Filter } from './list-filters.ts';
import { countText, needsCurrency, type PageRows, SIZES } from './list-page.ts';
import { COUNTED } from './list-reading.ts';
import { NoMatch } from './no-match.tsx';
import { PageLoader } from './page-loader.tsx';
import { Problem } from './problem.tsx';
import { SortSelect } from './sort-select.tsx';
import type { Listing } from './use-listing.ts';

interface Props<Row extends { readonly id: string }> {
  /** A description of the table, for screen readers and the file name. */
  readonly caption: string;
  readonly listing: Listing<Row>;
  readonly columns: readonly Column<Row>[];
  readonly filters?: readonly Filter[];
  /** Currency of a row, required for sorting by amount. */
  readonly currencyOf?: (row: Row) => string;
  /** Replaces the button that exports a file made in the browser. */
  readonly download?: ReactNode;
  /** Shown instead of an empty table that no filter has emptied. */
  readonly empty: ReactNode;
}

/** A listing as a table with filters, sorting, columns, pages and export. */
export function DataTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { caption, listing, filters = [], columns, empty } = props;
  const chosen = useChosenColumns(caption, columns);
  const { data, error } = listing.result;
  if (!data && !error) return <PageLoader />;
  if (data?.count === 0 && !data.isFiltered && !error) {
    return <Paper withBorder>{empty}</Paper>;
  }
  const { currencyOf } = props;
  const setSort = (sort: string, shown: readonly Row[]) => {
    // Unless a currency is selected, that of the first row is used.
    const [first] = shown;
    const needs = needsCurrency(sort) && !listing.values.currency && first && currencyOf;
    listing.setValues({ sort, ...(needs ? { currency: needs(first) } : {}) });
  };
  const sorting = { sort: listing.sort, setSort };
  return (
    <Paper withBorder>
      <Group p="sm" gap="sm" justify="space-between" align="flex-end">
        <FilterFields filters={filters} listing={listing} />
        <Group gap="xs" ml="auto" align="flex-end">
          <SortSelect columns={columns} rows={data?.rows ?? []} sorting={sorting} />
          <ColumnChooser {...chosen} />
          {props.download ?? <CsvButton caption={caption} columns={columns} listing={listing} />}
        </Group>
      </Group>
      {error || !data ? (
        <Problem error={error} />
      ) : (
        <>
          <Rows caption={caption} columns={chosen.shown} rows={data.rows} sorting={sorting} />
          <Pager listing={listing} />
        </>
      )}
    </Paper>
  );
}

function Rows<Row extends { readonly id: string }>({
  caption,
  columns,
  rows,
  sorting,
}: Pick<Props<Row>, 'caption' | 'columns'> & {
  readonly rows: readonly Row[];
  readonly sorting: Sorting<Row>;
}) {
  if (rows.length === 0) return <NoMatch />;
  return (
    <ColumnTable
      highlightOnHover
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      sorting={sorting}
    />
  );
}

/** The number of rows, and buttons for other pages; every page is equally cheap to read. */
function Pager<Row extends { readonly id: string }>({
  listing,
}: {
  readonly listing: Listing<Row>;
}) {
  const { data } = listing.result;
  if (!data) return null;
  const { rows, count, hasBefore, hasAfter } = data;
  const place = (start: number | null): Readonly<Record<string, string>> =>
    start ? { from: String(start) } : {};
  const button = (label: string, isOn: boolean, to: Readonly<Record<string, string>>) => (
    <Button
      size="xs"
      variant="default"
      disabled={!isOn || listing.result.isPlaceholderData}
      onClick={() => listing.turn(to)}
    >
      {label}
    </Button>
  );
  const [first, last] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? ''];
  const start = startOf(data);
  const span =
    start === null || rows.length === count || rows.length === 0
      ? ''
      : `${(start + 1).toLocaleString('en')}–${(start + rows.length).toLocaleString('en')} of `;
  return (
    <Group p="sm" justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {span}
        {countText(count, COUNTED)}
      </Text>
      {hasBefore || hasAfter || listing.size !== SIZES[0] ? (
        <Group gap="xs" component="nav" aria-label="Pages">
          <Select
            aria-label="Rows per page"
            size="xs"
            w={110}
            allowDeselect={false}
            data={SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))}
            value={String(listing.size)}
            onChange={(size) =>
              listing.setValues({ size: size === String(SIZES[0]) ? '' : (size ?? '') })
            }
          />
          {button('First', hasBefore, {})}
          {button('Previous', hasBefore, {
            before: first,
            ...place(start && Math.max(0, start - listing.size)),
          })}
          {button('Next', hasAfter, {
            after: last,
            ...place(start === null ? null : start + rows.length),
          })}
          {button('Last', hasAfter, { end: '1' })}
        </Group>
      ) : null}
    </Group>
  );
}

/** Number of rows before the page; null if unknown, as on the last pages of a long list. */
function startOf({ rows, count, hasBefore, from }: PageRows<unknown> & { readonly count: number }) {
  if (from === null) return count > COUNTED ? null : count - rows.length;
  // The URL says nothing, but other rows come first.
  return from === 0 && hasBefore ? null : from;
}
