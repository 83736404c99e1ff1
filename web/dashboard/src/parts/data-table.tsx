import { Button, Group, Pagination, Paper, Select, Text, TextInput } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { type ReactNode, useState } from 'react';
import { ColumnTable, type ShownColumn } from './column-table.tsx';
import { type Cell, csvText, downloadCsv } from './csv.ts';
import { PageLoader } from './page-loader.tsx';
import { Problem } from './problem.tsx';
import type { Listing } from './use-listing.ts';

export interface Column<Row> extends ShownColumn<Row> {
  /** The cell in a file; left out: the column is not in it. */
  readonly csv?: (row: Row) => Cell;
}

/** A filter above the table: a choice, or text that is taken when it is confirmed. */
export interface Filter {
  /** Name in the address. */
  readonly name: string;
  readonly label: string;
  /** Left out: free text. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

interface Props<Row> {
  /** What the table holds, for screen readers and the file's name. */
  readonly caption: string;
  readonly listing: Listing<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly filters?: readonly Filter[];
  /** In place of a table without rows, as long as nothing is filtered. */
  readonly empty: ReactNode;
}

/** A listing as a table with filters, pages and a file to download. */
export function DataTable<Row>(props: Props<Row>) {
  const { listing, filters = [], empty } = props;
  const { data, error } = listing.result;
  if (error) return <Problem error={error} />;
  if (!data) return <PageLoader />;
  const isBlank = data.count === 0 && !listing.isFiltered;
  if (isBlank) return <Paper withBorder>{empty}</Paper>;
  return (
    <Paper withBorder>
      <Group p="sm" gap="sm" justify="space-between" align="flex-end">
        <Group gap="sm" align="flex-end">
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} listing={listing} />
          ))}
        </Group>
        <CsvButton {...props} />
      </Group>
      <Rows {...props} rows={data.rows} />
      <Group p="sm" justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {data.count === 1 ? '1 entry' : `${data.count} entries`}
        </Text>
        {listing.pageCount > 1 ? (
          <Pagination
            total={listing.pageCount}
            value={listing.page}
            onChange={listing.setPage}
            size="sm"
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          />
        ) : null}
      </Group>
    </Paper>
  );
}

function Rows<Row>({
  caption,
  columns,
  rowKey,
  rows,
}: Props<Row> & { readonly rows: readonly Row[] }) {
  if (rows.length === 0) {
    return (
      <Text c="dimmed" ta="center" py="xl">
        Nothing matches these filters.
      </Text>
    );
  }
  return (
    <ColumnTable highlightOnHover caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
  );
}

function FilterField<Row>({
  filter: { name, label, choices },
  listing: { values, setValue },
}: {
  readonly filter: Filter;
  readonly listing: Listing<Row>;
}) {
  const value = values[name] ?? '';
  const [typed, setTyped] = useState(value);
  if (choices) {
    return (
      <Select
        label={label}
        size="xs"
        data={[...choices]}
        value={value === '' ? null : value}
        placeholder="All"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        onChange={(chosen) => setValue(name, chosen ?? '')}
      />
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setValue(name, typed.trim());
      }}
    >
      <TextInput
        label={label}
        size="xs"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== value && setValue(name, typed.trim())}
      />
    </form>
  );
}

function CsvButton<Row>({ caption, columns, listing }: Props<Row>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const kept = columns.filter(({ csv }) => csv);
  if (kept.length === 0) return null;
  const download = async () => {
    setBusy(true);
    setError(null);
    try {
      const rows = await listing.readAll();
      const cells = rows.map((row) => kept.map(({ csv }) => csv?.(row)));
      downloadCsv(
        caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
        csvText(
          kept.map(({ label }) => label),
          cells,
        ),
      );
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        onClick={download}
        leftSection={<DownloadIcon aria-hidden="true" />}
      >
        Download CSV
      </Button>
      <Problem error={error} />
    </>
  );
}
