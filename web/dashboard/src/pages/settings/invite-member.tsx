import { Alert, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { REQUIRED } from '../../parts/form-checks.ts';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';

const ROLES = [
  { value: 'member', label: 'Member: read-only' },
  { value: 'admin', label: 'Admin: everything except deleting the store' },
];

/** Adds a member with an account, or invites an address without one. */
export function InviteMember() {
  const { store } = usePlace();
  const { form, action, props, problem } = useActionForm('store-merchant/add-merchant', {
    initial: { email: '', role: 'member' as 'member' | 'admin' },
    body: ({ email, role }) => ({ storeId: store.id, email, role }),
    isCleared: true,
  });
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          Add a member
        </Title>
        <form {...props}>
          <Group align="flex-end">
            <TextInput
              label="Email"
              type="email"
              {...REQUIRED}
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
  const { email, status, invitationExpiresAt } = membership;
  if (status === 'active') {
    return <Alert color="green" role="status" title={`${email} is now a member`} />;
  }
  return (
    <Alert color="blue" role="status" title={`${email} has been invited`}>
      <Text size="sm">
        We emailed them a link. They become a member once they sign up with this address and confirm
        it.
        {invitationExpiresAt ? (
          <>
            {' '}
            The invitation is valid until <Time iso={invitationExpiresAt} />.
          </>
        ) : null}
      </Text>
    </Alert>
  );
}
