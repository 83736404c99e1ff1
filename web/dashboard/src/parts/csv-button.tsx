import { Button } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { csvText, downloadCsv } from './csv.ts';
import type { Column } from './list-column.ts';
import { Problem } from './problem.tsx';
import type { Listing } from './use-listing.ts';

interface Props<Row extends { readonly id: string }> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly listing: Listing<Row>;
}

/** Exports the filtered rows as a file made in the browser, for lists that are always short. */
export function CsvButton<Row extends { readonly id: string }>({
  caption,
  columns,
  listing,
}: Props<Row>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const kept = columns.filter(({ csv }) => csv);
  if (kept.length === 0) return null;
  const download = async () => {
    setBusy(true);
    setError(null);
    try {
      const rows = await listing.readAll();
      const cells = rows.map((row) => [row.id, ...kept.map(({ csv }) => csv?.(row))]);
      const name = caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      downloadCsv(name, csvText(['ID', ...kept.map(({ label }) => label)], cells));
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
