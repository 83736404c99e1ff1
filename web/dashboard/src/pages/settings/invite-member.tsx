import { Alert, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { IdText } from '../../parts/id-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionForm } from '../../parts/use-action-form.ts';

const ROLES = [
  { value: 'member', label: 'Member: looks, changes nothing' },
  { value: 'admin', label: 'Admin: does everything but deleting the store' },
];

/** Adds somebody with an account, or invites an address that has none. */
export function InviteMember() {
  const { store } = usePlace();
  const { form, action, props, problem } = useActionForm('store-merchant/add-merchant', {
    initial: { email: '', role: 'member' as 'member' | 'admin' },
    body: ({ email, role }) => ({ storeId: store.id, email, role }),
    onDone: () => form.reset(),
  });
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          Add somebody
        </Title>
        <form {...props}>
          <Group align="flex-end">
            <TextInput
              label="E-mail"
              type="email"
              required
              miw={240}
              {...form.getInputProps('email')}
            />
            <Select
              label="Role"
              data={ROLES}
              allowDeselect={false}
              miw={260}
              {...form.getInputProps('role')}
            />
            <Button type="submit" loading={action.isBusy}>
              Add
            </Button>
          </Group>
        </form>
        <Problem error={problem} />
        {action.data ? <Added membership={action.data} /> : null}
      </Stack>
    </Paper>
  );
}

function Added({ membership }: { readonly membership: Output<'store-merchant/add-merchant'> }) {
  const { store } = usePlace();
  const { email, status, invitationCode, invitationExpiresAt } = membership;
  const cancel = useAction('store-merchant/cancel-invitation', { done: 'Invitation taken back' });
  if (status === 'active') {
    return <Alert color="green" role="status" title={`${email} works here from now on`} />;
  }
  return (
    <Alert color="blue" role="status" title={`${email} is invited`}>
      <Stack gap="xs">
        <Text size="sm">
          The membership begins when the address signs up and uses this code, shown once:
        </Text>
        {invitationCode ? <IdText id={invitationCode} label="Copy code" /> : null}
        {invitationExpiresAt ? (
          <Text size="sm">
            Valid until <Time iso={invitationExpiresAt} />.
          </Text>
        ) : null}
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={cancel.isBusy}
            onClick={() => cancel.run({ storeId: store.id, email })}
          >
            Take back
          </Button>
        </Group>
        <Problem error={cancel.error} />
      </Stack>
    </Alert>
  );
}
