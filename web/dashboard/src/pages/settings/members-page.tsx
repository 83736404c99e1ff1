import { Button, Group, Paper, Select, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Day } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { type Member, useMembers } from '../../parts/use-members.ts';
import { InviteMember } from './invite-member.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { RequireTwoFactor } from './require-two-factor.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The store's members and their roles. */
export function MembersPage() {
  const { canWrite } = usePlace();
  const result = useMembers();
  return (
    <SettingsFrame
      title="Members"
      lead="Owners and admins can make changes, members can view. Only the owner can delete the store."
    >
      {canWrite ? <InviteMember /> : null}
      {canWrite ? <OpenInvitations /> : null}
      <Loaded query={result}>
        {({ storeMerchants }) => (
          <>
            <RequireTwoFactor
              without={storeMerchants
                .filter(({ twoFactor }) => !twoFactor)
                .map(({ email }) => email)}
            />
            <MemberTable members={storeMerchants} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function MemberTable({ members }: { readonly members: readonly Member[] }) {
  const { store, canWrite } = usePlace();
  const update = useAction('store-merchant/update-role', { done: 'Role changed' });
  const remove = useAction('store-merchant/remove-merchant', { done: 'Member removed' });
  const ask = ({ merchantId, email }: Member) =>
    confirm({
      title: `Remove ${email}?`,
      children: 'They lose access immediately.',
      confirm: 'Remove member',
      isDangerous: true,
      onConfirm: () => {
        update.reset();
        remove.run({ storeId: store.id, merchantId });
      },
    });
  const setRole = (merchantId: string, role: 'admin' | 'member') => {
    remove.reset();
    update.run({ storeId: store.id, merchantId, role });
  };
  return (
    <Paper withBorder>
      <Problem error={update.error ?? remove.error} />
      <ColumnTable
        caption="Members"
        verticalSpacing="sm"
        rows={members}
        rowKey={(member) => member.merchantId}
        columns={[
          {
            label: 'Name',
            cell: (member) => (
              <>
                {member.name}
                {member.testOnly ? (
                  <Text size="xs" c="dimmed">
                    Added with a test key: removed when the store is enabled for production
                  </Text>
                ) : null}
              </>
            ),
          },
          { label: 'Email', cell: (member) => member.email },
          {
            label: 'Role',
            cell: (member) =>
              member.role === 'owner' || !canWrite ? (
                member.role
              ) : (
                <Select
                  aria-label={`Role of ${member.email}`}
                  size="xs"
                  data={['admin', 'member']}
                  value={member.role}
                  allowDeselect={false}
                  disabled={update.isBusy || remove.isBusy}
                  onChange={(role) =>
                    role && setRole(member.merchantId, role as 'admin' | 'member')
                  }
                />
              ),
          },
          { label: 'Since', cell: (member) => <Day iso={member.addedAt} /> },
          {
            label: 'Two-factor login',
            cell: (member) =>
              member.twoFactor ? 'Yes' : store.twoFactorRequired ? 'No: access blocked' : 'No',
          },
          {
            label: 'Actions',
            cell: (member) => (
              <Group gap="xs">
                {member.role === 'owner' || !canWrite ? (
                  '–'
                ) : (
                  <Button
                    size="xs"
                    variant="light"
                    color="red"
                    disabled={update.isBusy}
                    aria-label={`Remove ${member.email}`}
                    onClick={() => ask(member)}
                  >
                    Remove
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
    </Paper>
  );
}
