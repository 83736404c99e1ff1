import { Button, Group, Paper, Select, Table, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { FramedTable } from '../../parts/framed-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Day } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { type Member, useMembers } from '../../parts/use-members.ts';
import { InviteMember } from './invite-member.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { RequireTwoFactor } from './require-two-factor.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Who works in this store, and what they may do. */
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
      onConfirm: () => remove.run({ storeId: store.id, merchantId }),
    });
  return (
    <Paper withBorder>
      <Problem error={update.error ?? remove.error} />
      <FramedTable caption="Members" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Email</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th>Two factors</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.merchantId}>
              <Table.Td>
                {member.name}
                {member.testOnly ? (
                  <Text size="xs" c="dimmed">
                    Added with a test key: ends when the store is enabled for production
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>{member.email}</Table.Td>
              <Table.Td>
                {member.role === 'owner' || !canWrite ? (
                  member.role
                ) : (
                  <Select
                    aria-label={`Role of ${member.email}`}
                    size="xs"
                    data={['admin', 'member']}
                    value={member.role}
                    allowDeselect={false}
                    onChange={(role) =>
                      role &&
                      update.run({
                        storeId: store.id,
                        merchantId: member.merchantId,
                        role: role as 'admin' | 'member',
                      })
                    }
                  />
                )}
              </Table.Td>
              <Table.Td>
                <Day iso={member.addedAt} />
              </Table.Td>
              <Table.Td>
                {member.twoFactor ? 'Yes' : store.twoFactorRequired ? 'No: kept out' : 'No'}
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  {member.role === 'owner' || !canWrite ? (
                    '–'
                  ) : (
                    <Button
                      size="xs"
                      variant="light"
                      color="red"
                      aria-label={`Remove ${member.email}`}
                      onClick={() => ask(member)}
                    >
                      Remove
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FramedTable>
    </Paper>
  );
}
