import { Button, Paper } from '@mantine/core';
import { ColumnTable } from '../../parts/column-table.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { type ApiKey, useApiKeys } from '../../parts/use-api-keys.ts';
import { DeveloperFrame } from './developer-frame.tsx';
import { NewKey } from './new-key.tsx';

/** The user's own API keys: generated in this browser, listed, deleted. */
export function KeysPage() {
  const query = useApiKeys();
  return (
    <DeveloperFrame
      title="API keys"
      lead="Your server signs its API calls with a key. Keys belong to you: each works in one environment, for every store you have a role in."
    >
      <NewKey />
      <Loaded query={query}>
        {({ apiKeys }) => (
          <Paper withBorder>
            {apiKeys.length === 0 ? (
              <EmptyState title="No API keys yet">
                Create a test key first. It never moves money.
              </EmptyState>
            ) : (
              <KeyTable keys={apiKeys} />
            )}
          </Paper>
        )}
      </Loaded>
    </DeveloperFrame>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const remove = useAction('api-key/delete-key', { done: 'Key deleted' });
  const ask = ({ id, nickname, environment }: ApiKey) =>
    confirm({
      title: `Delete the ${environmentName(environment)} key “${nickname}”?`,
      children:
        'Requests signed with it stop working immediately. A deleted key can’t be restored.',
      confirm: 'Delete key',
      isDangerous: true,
      onConfirm: () => remove.run({ id }),
    });
  return (
    <>
      <Problem error={remove.error} />
      <ColumnTable
        caption="API keys"
        verticalSpacing="sm"
        rows={keys}
        rowKey={(key) => key.id}
        columns={[
          { label: 'Nickname', cell: (key) => key.nickname },
          { label: 'Environment', cell: (key) => environmentName(key.environment) },
          {
            label: 'Last used',
            cell: (key) => (key.recentlyUsedAt ? <Time iso={key.recentlyUsedAt} /> : 'Never'),
          },
          { label: 'Created', cell: (key) => <Time iso={key.createdAt} /> },
          { label: 'Expires', cell: (key) => <Expiry at={key.expiresAt} /> },
          {
            label: 'Delete',
            cell: (key) => (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                loading={remove.isBusy}
                onClick={() => ask(key)}
                aria-label={`Delete key ${key.nickname} (${environmentName(key.environment)})`}
              >
                Delete
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

function Expiry({ at }: { readonly at: string | null }) {
  if (at === null) return 'Never';
  const isOver = new Date(at) <= new Date();
  return (
    <>
      <Time iso={at} />
      {isOver ? ' (expired)' : null}
    </>
  );
}

function environmentName(environment: ApiKey['environment']): string {
  return environment === 'test' ? 'test' : 'production';
}
