import { Alert, Button, Group, Paper, Select, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction, type Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FramedTable } from '../../parts/framed-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import { type ApiKey, useApiKeys } from './api-keys.ts';
import { DeveloperFrame } from './developer-frame.tsx';

/** Entries a call; a filter by key looks through them here. */
const ENTRIES_A_CALL = 100;

type Entry = Output<'audit/list-entries'>['entries'][number];
type Kind = Entry['credential']['kind'];

/** Which calls changed something in the store, and with which key: from the audit log. */
export function RequestsPage() {
  const { canWrite } = usePlace();
  return (
    <DeveloperFrame
      title="Request log"
      lead="Calls that changed something in this store, in both environments, with the names of the fields sent but never their values. It comes from the audit log: reads and refused calls are not kept there. The operator’s log has every request, by the id that each answer carries as X-Request-Id."
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
  const { store } = usePlace();
  const [kind, setKind] = useState<Kind | null>('apiKey');
  const keys = useApiKeys();
  const query = useInfiniteQuery({
    queryKey: ['audit', 'requests', store.id],
    queryFn: ({ pageParam }) =>
      callAction('audit/list-entries', {
        storeId: store.id,
        limit: ENTRIES_A_CALL,
        cursor: pageParam,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Stack>
      <Select
        label="Made with"
        data={[
          { value: 'apiKey', label: 'API keys' },
          { value: 'dashboard', label: 'The dashboard' },
        ]}
        placeholder="Everything"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Made with' }}
        value={kind}
        onChange={(value) => setKind(value as Kind | null)}
        maw={320}
      />
      <Loaded query={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ entries }) => entries);
          const shown = all.filter(({ credential }) => kind === null || credential.kind === kind);
          return (
            <Paper withBorder>
              {shown.length === 0 ? (
                <EmptyState title="No such calls yet">
                  A call with an API key that changes something in this store appears here
                  immediately.
                </EmptyState>
              ) : (
                // The table waits for the names: a key's number says nothing to its owner.
                <Loaded query={keys}>
                  {({ apiKeys }) => <RequestTable entries={shown} keys={apiKeys} />}
                </Loaded>
              )}
              <Group p="sm" justify="space-between">
                <Text size="sm" c="dimmed" role="status">
                  {shown.length} of the latest {all.length} calls
                </Text>
                {query.hasNextPage ? (
                  <Button
                    variant="default"
                    size="xs"
                    loading={query.isFetchingNextPage}
                    onClick={() => query.fetchNextPage()}
                  >
                    Show earlier ones
                  </Button>
                ) : null}
              </Group>
            </Paper>
          );
        }}
      </Loaded>
    </Stack>
  );
}

interface RequestTableProps {
  readonly entries: readonly Entry[];
  readonly keys: readonly ApiKey[];
}

function RequestTable({ entries, keys }: RequestTableProps) {
  const nameOf = ({ kind, id }: Entry['credential']) => {
    if (kind === 'dashboard') return 'Dashboard';
    if (kind === 'operator') return 'Operator';
    return keys.find((key) => key.id === id)?.nickname ?? `Key ${id.slice(0, 8)}…`;
  };
  return (
    <FramedTable caption="Requests" verticalSpacing="sm" style={{ whiteSpace: 'nowrap' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          <Table.Th>Call</Table.Th>
          <Table.Th>Made with</Table.Th>
          <Table.Th>Environment</Table.Th>
          <Table.Th>Fields sent</Table.Th>
          <Table.Th>Object</Table.Th>
          <Table.Th>By</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>
              <Time iso={entry.at} />
            </Table.Td>
            <Table.Td>
              <code>{entry.action}</code>
            </Table.Td>
            <Table.Td>{nameOf(entry.credential)}</Table.Td>
            <Table.Td>{entry.environment ?? 'both'}</Table.Td>
            <Table.Td style={{ whiteSpace: 'normal' }} miw={160}>
              {fieldsOf(entry)}
            </Table.Td>
            <Table.Td>
              <code>{entry.subject.id ?? '–'}</code>
            </Table.Td>
            <Table.Td>{entry.merchantEmail}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </FramedTable>
  );
}

function fieldsOf({ details: { fields } }: Entry): string {
  return Array.isArray(fields) && fields.length > 0 ? fields.join(', ') : '–';
}
