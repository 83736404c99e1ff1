import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionQuery } from '../../parts/use-action-query.ts';

type Session = Output<'merchant/list-sessions'>['sessions'][number];

/** The account's sessions, with a button to end each. */
export function SessionList() {
  const query = useActionQuery('merchant/list-sessions', {});
  const endAll = useAction('merchant/log-out-everywhere', {
    onDone: () => location.assign('/dashboard/log-in'),
  });
  const ask = () =>
    confirm({
      title: 'Log out everywhere?',
      children: 'All sessions end, including this one.',
      confirm: 'Log out everywhere now',
      isDangerous: true,
      onConfirm: () => endAll.run({}),
    });
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h5">
          Sessions
        </Title>
        <Button size="xs" variant="light" color="red" loading={endAll.isBusy} onClick={ask}>
          Log out everywhere
        </Button>
      </Group>
      <Problem error={endAll.error} />
      <Loaded query={query}>{({ sessions }) => <SessionTable sessions={sessions} />}</Loaded>
    </Stack>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  const end = useAction('merchant/end-session', { done: 'Session ended' });
  const [ending, setEnding] = useState('');
  return (
    <>
      <Problem error={end.error} />
      <ColumnTable
        caption="Sessions"
        verticalSpacing="sm"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          { label: 'Logged in', cell: ({ createdAt }) => <Time iso={createdAt} /> },
          { label: 'Address', cell: ({ address }) => address ?? 'unknown' },
          { label: 'Browser', cell: ({ userAgent }) => userAgent ?? 'unknown' },
          {
            label: 'End',
            cell: ({ id, isCurrent, address }) =>
              isCurrent ? (
                <Text size="sm">This session</Text>
              ) : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  loading={end.isBusy && id === ending}
                  aria-label={`End the session from ${address ?? 'an unknown address'}`}
                  onClick={() => {
                    setEnding(id);
                    end.run({ id });
                  }}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
