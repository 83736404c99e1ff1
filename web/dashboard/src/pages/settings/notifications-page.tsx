import { Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { BUYER_SWITCHES, MERCHANT_SWITCHES } from '../../api/event-lists.ts';
import { usePlace } from '../../app/place.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { SettingsFrame } from './settings-frame.tsx';

type Switches = Readonly<Record<string, boolean>>;

const names = [...Object.keys(MERCHANT_SWITCHES), ...Object.keys(BUYER_SWITCHES)].join(' ');
const SETTINGS = `query ($storeId: ID!) { store(id: $storeId) {
  notificationSettings { ${names} }
} }`;

/** Email settings: the merchant's can be changed, the buyers' are set by the platform. */
export function NotificationsPage() {
  const result = useGraphql<{ store: { notificationSettings: Switches } }>(SETTINGS);
  return (
    <SettingsFrame title="Notifications" lead="Changes are saved automatically.">
      <Loaded query={result}>
        {({ store }) => (
          <>
            <MerchantSwitches values={store.notificationSettings} />
            <BuyerMails values={store.notificationSettings} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function MerchantSwitches({ values }: { readonly values: Switches }) {
  const { store, canWrite } = usePlace();
  const update = useAction('store/update-store', { done: 'Saved' });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Emails to you and your team
        </Title>
        {Object.entries(MERCHANT_SWITCHES).map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={values[name] ?? true}
            disabled={!canWrite || update.isBusy}
            onChange={(event) =>
              update.run({
                id: store.id,
                notificationSettings: { [name]: event.currentTarget.checked },
              })
            }
          />
        ))}
        <Problem error={update.error} />
      </Stack>
    </Paper>
  );
}

function BuyerMails({ values }: { readonly values: Switches }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Emails to buyers
        </Title>
        <Text size="sm" c="dimmed">
          Managed by the platform, in the buyer’s language.
        </Text>
        {Object.entries(BUYER_SWITCHES).map(([name, label]) => (
          <Text key={name} size="sm">
            {label}: <strong>{(values[name] ?? true) ? 'sent' : 'not sent'}</strong>
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
