import { Alert, Button, Group, Paper } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { ColumnTable, type ShownColumn } from '../../parts/column-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterFields } from '../../parts/filter-fields.tsx';
import { CREATED, type Filter } from '../../parts/list-filters.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { type ApiKey, useApiKeys } from '../../parts/use-api-keys.ts';
import {
  type AuditEntry,
  credentialChoices,
  credentialFilter,
  credentialText,
  spanFilter,
  useAuditEntries,
} from '../../parts/use-audit-entries.ts';
import { DeveloperFrame } from './developer-frame.tsx';

/** The option for all credentials; by default, calls with API keys are shown. */
const ANYTHING = 'all';

/** Calls that changed something in the store, with their keys, from the audit log. */
export function RequestsPage() {
  const { canWrite } = usePlace();
  return (
    <DeveloperFrame
      title="Request log"
      lead="Calls that changed something in this store, in both environments, with the names of the fields sent but never their values. It comes from the audit log: reads and refused calls are not kept there. The operator’s log has every request, by the ID that each answer carries as X-Request-Id."
    >
      {canWrite ? (
        <RequestList />
      ) : (
        <Alert color="yellow">Only the store’s owner and admins can see the request log.</Alert>
      )}
    </DeveloperFrame>
  );
}

function RequestList() {
  const address = useAddress();
  const { call, with: made = 'apiKey', created } = address.values;
  const query = useAuditEntries({
    ...spanFilter(created),
    ...credentialFilter(made === ANYTHING ? undefined : made),
    ...(call ? { action: call } : {}),
  });
  const keys = useApiKeys();
  const filters: readonly Filter[] = [
    {
      name: 'with',
      label: 'Made with',
      choices: [
        { value: ANYTHING, label: 'Everything' },
        ...credentialChoices(keys.data?.apiKeys ?? []),
      ],
      isPrimary: true,
    },
    CREATED,
    { name: 'call', label: 'Call', isPrimary: true },
  ];
  const shown = { ...address, values: { ...address.values, with: made } };
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        return (
          <Paper withBorder>
            <Group p="sm" gap="sm" align="flex-end">
              <FilterFields filters={filters} listing={shown} />
            </Group>
            {entries.length === 0 ? (
              <EmptyState title="No such calls yet">
                A call with an API key that changes something in this store appears here
                immediately.
              </EmptyState>
            ) : (
              // Shown once the key names have loaded, because a key's ID means nothing to its
              // owner.
              <Loaded query={keys}>
                {({ apiKeys }) => <RequestTable entries={entries} keys={apiKeys} />}
              </Loaded>
            )}
            {query.hasNextPage ? (
              <Group p="sm">
                <Button
                  variant="default"
                  size="xs"
                  loading={query.isFetchingNextPage}
                  onClick={() => query.fetchNextPage()}
                >
                  Show earlier ones
                </Button>
              </Group>
            ) : null}
          </Paper>
        );
      }}
    </Loaded>
  );
}

function RequestTable({
  entries,
  keys,
}: {
  readonly entries: readonly AuditEntry[];
  readonly keys: readonly ApiKey[];
}) {
  const columns: readonly ShownColumn<AuditEntry>[] = [
    { label: 'Time', cell: ({ at }) => <Time iso={at} /> },
    { label: 'Call', cell: ({ action }) => <code>{action}</code> },
    { label: 'Made with', cell: ({ credential }) => credentialText(credential, keys) },
    { label: 'Environment', cell: ({ environment }) => environment ?? 'both' },
    { label: 'Fields sent', cell: fieldsOf },
    { label: 'Object', cell: ({ subject }) => <code>{subject.id ?? '–'}</code> },
    { label: 'By', cell: ({ merchantEmail }) => merchantEmail },
  ];
  return (
    <ColumnTable caption="Requests" columns={columns} rows={entries} rowKey={({ id }) => id} />
  );
}

function fieldsOf({ details: { fields } }: AuditEntry): string {
  return Array.isArray(fields) && fields.length > 0 ? fields.join(', ') : '–';
}
