import { Button, Code, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { ColumnTable, type ShownColumn } from '../../parts/column-table.tsx';
import { csvText, downloadCsv } from '../../parts/csv.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterFields } from '../../parts/filter-fields.tsx';
import { CREATED, type Filter } from '../../parts/list-filters.ts';
import { NoMatch } from '../../parts/no-match.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { PageLoader } from '../../parts/page-loader.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { type ApiKey, useApiKeys } from '../../parts/use-api-keys.ts';
import {
  type AuditEntry,
  credentialChoices,
  credentialFilter,
  credentialText,
  readAuditEntries,
  spanFilter,
  useAuditEntries,
  type Wanted,
} from '../../parts/use-audit-entries.ts';
import { useMembers } from '../../parts/use-members.ts';

/** The store's audit log, newest first. */
export function AuditLogPage() {
  const { canWrite } = usePlace();
  const address = useAddress();
  const wanted = wantedOf(address.values);
  const keys = useApiKeys().data?.apiKeys ?? [];
  const members = useMembers().data?.storeMerchants ?? [];
  const log = useAuditEntries(wanted, canWrite);
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const filters: readonly Filter[] = [
    {
      name: 'member',
      label: 'Member',
      choices: members.map(({ merchantId, email }) => ({ value: merchantId, label: email })),
      isPrimary: true,
    },
    CREATED,
    { name: 'with', label: 'Made with', choices: credentialChoices(keys), isPrimary: true },
    { name: 'action', label: 'Action', isPrimary: true },
    { name: 'thing', label: 'Changed (type or ID)' },
  ];
  return (
    <PageFrame
      title="Audit log"
      lead="Who did what, when, and with which credential. Nothing here can be changed."
      actions={entries.length > 0 ? <Download wanted={wanted} keys={keys} /> : null}
    >
      {canWrite ? null : <Text>Owners and admins can read the audit log.</Text>}
      <Problem error={log.error} />
      {canWrite && log.isPending ? <PageLoader /> : null}
      {log.data ? (
        <Paper withBorder>
          <Group p="sm" gap="sm" align="flex-end">
            <FilterFields filters={filters} listing={address} />
          </Group>
          <Entries
            entries={entries}
            keys={keys}
            isFiltered={Object.keys(address.values).length > 0}
          />
        </Paper>
      ) : null}
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

const ID = /^[A-Z]+_|^[0-9a-f]{8}-[0-9a-f]{4}-/;

function wantedOf({ created, member, action, thing, ...values }: Readonly<Record<string, string>>) {
  return {
    ...spanFilter(created),
    ...credentialFilter(values.with),
    ...(member ? { merchantId: member } : {}),
    ...(action ? { action } : {}),
    ...(thing ? { [ID.test(thing) ? 'subjectId' : 'subjectType']: thing } : {}),
  };
}

function Entries({
  entries,
  keys,
  isFiltered,
}: {
  readonly entries: readonly AuditEntry[];
  readonly keys: readonly ApiKey[];
  readonly isFiltered: boolean;
}) {
  if (entries.length > 0) {
    return (
      <ColumnTable
        caption="Audit log"
        columns={columnsOf(keys)}
        rows={entries}
        rowKey={({ id }) => id}
      />
    );
  }
  if (!isFiltered) {
    return <EmptyState title="Nothing yet">Every change to this store appears here.</EmptyState>;
  }
  return <NoMatch />;
}

const columnsOf = (keys: readonly ApiKey[]): readonly ShownColumn<AuditEntry>[] => [
  { label: 'Time', cell: ({ at }) => <Time iso={at} /> },
  { label: 'Who', cell: ({ merchantEmail }) => merchantEmail },
  { label: 'Did', cell: ({ action }) => action },
  { label: 'To', cell: ({ subject }) => `${subject.type} ${subject.id ?? ''}` },
  { label: 'With', cell: (entry) => withText(entry, keys) },
  { label: 'Details', cell: (entry) => <Code>{detailText(entry)}</Code> },
];

function withText({ credential, environment }: AuditEntry, keys: readonly ApiKey[]): string {
  const where = environment === null ? '' : environment === 'test' ? ', test' : ', live';
  return `${credentialText(credential, keys)}${where}`;
}

function detailText({ details }: AuditEntry): string {
  const { fields, ...more } = details;
  const named = Array.isArray(fields) ? fields.join(', ') : '';
  const rest = Object.entries(more).map(([name, value]) => `${name}: ${String(value)}`);
  return [named, ...rest].filter((part) => part !== '').join('; ') || '–';
}

/** Exports the filtered entries. */
function Download({ wanted, keys }: { readonly wanted: Wanted; readonly keys: readonly ApiKey[] }) {
  const { store } = usePlace();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const download = async () => {
    setBusy(true);
    setError(null);
    try {
      const entries = await readAuditEntries(store.id, wanted);
      const header = ['Time', 'Who', 'Action', 'Subject', 'Id', 'With', 'Details'];
      const rows = entries.map((entry) => [
        entry.at,
        entry.merchantEmail,
        entry.action,
        entry.subject.type,
        entry.subject.id,
        withText(entry, keys),
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
