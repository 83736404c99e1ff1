import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { ApiError } from '../../api/errors.ts';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

/** Deletes the store, which leads to the first page, or lists what prevents that. */
export function DeleteStore() {
  const { store } = usePlace();
  const remove = useAction('store/delete-store', { done: 'Store deleted' });
  const ask = () =>
    confirm({
      title: `Delete ${store.name}?`,
      children: 'Its pages close immediately. This can’t be undone.',
      confirm: 'Delete store',
      isDangerous: true,
      onConfirm: () => remove.run({ id: store.id }),
    });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Delete this store
        </Title>
        <Text size="sm">
          You can delete a store once it has no active products, pending orders, running
          subscriptions or open verification requests, and no support address or website.
        </Text>
        <Refusal error={remove.error} />
        <Group>
          <Button color="red" variant="light" loading={remove.isBusy} onClick={ask}>
            Delete store
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Refusal({ error }: { readonly error: Error | null }) {
  if (!(error instanceof ApiError) || error.entries.length < 2) return <Problem error={error} />;
  return (
    <Alert color="red" variant="light" role="alert" title="The store can’t be deleted yet">
      <List size="sm">
        {error.entries.map(({ message }) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
