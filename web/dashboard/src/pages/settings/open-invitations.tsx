import { Button, Paper, Title } from '@mantine/core';
import type { Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionQuery } from '../../parts/use-action-query.ts';

type Invitation = Output<'store-merchant/list-invitations'>['invitations'][number];

/** Open invitations; renders nothing if there are none. */
export function OpenInvitations() {
  const { store } = usePlace();
  const { data, error } = useActionQuery('store-merchant/list-invitations', { storeId: store.id });
  if (error) return <Problem error={error} />;
  if (!data || data.invitations.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        Open invitations
      </Title>
      <InvitationTable invitations={data.invitations} />
    </Paper>
  );
}

function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { store } = usePlace();
  const cancel = useAction('store-merchant/cancel-invitation', { done: 'Invitation withdrawn' });
  const ask = (email: string) =>
    confirm({
      title: `Withdraw the invitation for ${email}?`,
      children: 'The link in the email will stop working.',
      confirm: 'Withdraw invitation',
      isDangerous: true,
      onConfirm: () => cancel.run({ storeId: store.id, email }),
    });
  return (
    <>
      <Problem error={cancel.error} />
      <ColumnTable
        caption="Open invitations"
        verticalSpacing="sm"
        rows={invitations}
        rowKey={({ email }) => email}
        columns={[
          { label: 'Email', cell: ({ email }) => email },
          { label: 'Role', cell: ({ role }) => role },
          { label: 'Invited by', cell: ({ invitedBy }) => invitedBy },
          { label: 'Valid until', cell: ({ expiresAt }) => <Time iso={expiresAt} /> },
          {
            label: 'Actions',
            cell: ({ email }) => (
              <Button
                size="xs"
                variant="light"
                color="red"
                aria-label={`Withdraw ${email}`}
                onClick={() => ask(email)}
              >
                Withdraw
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}
