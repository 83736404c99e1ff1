import { Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../parts/confirm.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

/** The owner's switch that excludes members without a second factor. */
export function RequireTwoFactor({ without }: { readonly without: readonly string[] }) {
  const { store } = usePlace();
  const { merchant } = useSession();
  const require = useAction('store/require-two-factor');
  const set = (required: boolean) => require.run({ storeId: store.id, required });
  const ask = () =>
    confirm({
      title: 'Require two-factor login?',
      children:
        without.length === 0
          ? 'Every member has a second factor, so nobody loses access.'
          : `These members lose access until they set up a second factor: ${without.join(', ')}. We’ll email them.`,
      confirm: 'Require it',
      onConfirm: () => set(true),
    });
  if (store.role !== 'owner') {
    if (!store.twoFactorRequired) return null;
    return <Text size="sm">This store requires its members to use two-factor login.</Text>;
  }
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          Two-factor login
        </Title>
        <Switch
          label="Require it for every member"
          description="An authenticator app or a passkey. Existing API keys keep working."
          checked={store.twoFactorRequired}
          disabled={require.isBusy || (!merchant.twoFactor && !store.twoFactorRequired)}
          onChange={() => (store.twoFactorRequired ? set(false) : ask())}
        />
        {merchant.twoFactor ? null : (
          <Group>
            <Text size="sm">
              <TextLink to="/account">Turn it on for your own account</TextLink> first.
            </Text>
          </Group>
        )}
        <Problem error={require.error} />
      </Stack>
    </Paper>
  );
}
