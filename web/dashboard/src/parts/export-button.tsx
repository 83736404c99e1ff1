import { Button } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { lazy, Suspense, useState } from 'react';
import type { ExportList } from './export-columns.ts';
import type { Listing } from './use-listing.ts';

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then((m) => ({ default: m.ExportDialog })),
);

/** Exports a list as it is filtered and sorted. */
export function ExportButton<Row extends { readonly id: string }>({
  list,
  listing,
}: {
  readonly list: ExportList;
  readonly listing: Listing<Row>;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => setOpen(true)}
        leftSection={<DownloadIcon aria-hidden="true" />}
      >
        Export
      </Button>
      {isOpen ? (
        <Suspense>
          <ExportDialog list={list} asked={listing.asked} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
