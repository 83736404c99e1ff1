import { Button, Code, Group, Paper, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction, type Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { csvText, downloadCsv } from '../../parts/csv.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FramedTable } from '../../parts/framed-table.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { PageLoader } from '../../parts/page-loader.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';

type Page = Output<'audit/list-entries'>;
type Entry = Page['entries'][number];

const ENTRIES_A_PAGE = 50;
/** The largest page that the service gives, and rows of a file. */
const ENTRIES_A_CALL = 100;
const MAX_FILE = 10_000;

/** Who did what to this store, newest first. */
export function AuditLogPage() {
  const { store, canWrite } = usePlace();
  const log = useInfiniteQuery({
    queryKey: ['audit', store.id],
    queryFn: ({ pageParam }) => readPage(store.id, ENTRIES_A_PAGE, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextCursor,
    enabled: canWrite,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <PageFrame
      title="Audit log"
      lead="Who did what, when, and with which credential. Nothing here can be changed."
      actions={entries.length > 0 ? <Download storeId={store.id} /> : null}
    >
      {canWrite ? null : <Text>Owners and admins can read the audit log.</Text>}
      <Problem error={log.error} />
      {canWrite && log.isPending ? <PageLoader /> : null}
      {log.data && entries.length === 0 ? (
        <Paper withBorder>
          <EmptyState title="Nothing yet">Every change to this store appears here.</EmptyState>
        </Paper>
      ) : null}
      {entries.length > 0 ? <EntryTable entries={entries} /> : null}
      {log.hasNextPage ? (
        <Group>
          <Button variant="default" loading={log.isFetching} onClick={() => log.fetchNextPage()}>
            Older entries
          </Button>
        </Group>
      ) : null}
    </PageFrame>
  );
}

function readPage(storeId: string, limit: number, cursor: string | null): Promise<Page> {
  return callAction('audit/list-entries', { storeId, limit, cursor });
}

function EntryTable({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Paper withBorder>
      <FramedTable caption="Audit log" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>Did</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th>With</Table.Th>
            <Table.Th>Details</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>
                <Time iso={entry.at} />
              </Table.Td>
              <Table.Td>{entry.merchantEmail}</Table.Td>
              <Table.Td>{entry.action}</Table.Td>
              <Table.Td>
                {entry.subject.type} {entry.subject.id}
              </Table.Td>
              <Table.Td>{credentialText(entry)}</Table.Td>
              <Table.Td>
                <Code>{detailText(entry)}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FramedTable>
    </Paper>
  );
}

const CREDENTIALS = { apiKey: 'API key', dashboard: 'Dashboard', operator: 'Operator' } as const;

function credentialText({ credential, environment }: Entry): string {
  const where = environment === null ? '' : environment === 'test' ? ', test' : ', live';
  return `${CREDENTIALS[credential.kind]}${where}`;
}

function detailText({ details }: Entry): string {
  const { fields, ...more } = details;
  const named = Array.isArray(fields) ? fields.join(', ') : '';
  const rest = Object.entries(more).map(([name, value]) => `${name}: ${String(value)}`);
  return [named, ...rest].filter((part) => part !== '').join('; ') || '–';
}

function Download({ storeId }: { readonly storeId: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const download = async () => {
    setBusy(true);
    setError(null);
    try {
      const entries = await readAll(storeId);
      const header = ['Time', 'Who', 'Action', 'Subject', 'Id', 'With', 'Details'];
      const rows = entries.map((entry) => [
        entry.at,
        entry.merchantEmail,
        entry.action,
        entry.subject.type,
        entry.subject.id,
        credentialText(entry),
        detailText(entry),
      ]);
      downloadCsv('audit-log', csvText(header, rows));
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Problem error={error} />
      <Button variant="default" loading={isBusy} onClick={download}>
        Download CSV
      </Button>
    </>
  );
}

async function readAll(storeId: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(storeId, ENTRIES_A_CALL, cursor);
    entries.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== null && entries.length < MAX_FILE);
  return entries;
}
