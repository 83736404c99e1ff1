import { Button, Group, Paper, SimpleGrid, Stack, Switch, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { ConflictNotice } from '../../parts/conflict-notice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionForm } from '../../parts/use-action-form.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { CheckoutPreview } from './checkout-preview.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { type CheckoutSettings, changedSettings, THEME_FIELDS, themeComplaints } from './theme.ts';
import { ThemeFields } from './theme-fields.tsx';

const SETTINGS = `query ($storeId: ID!) { store(id: $storeId) { updatedAt checkoutSettings {
  defaultDarkMode light { ${THEME_FIELDS} } dark { ${THEME_FIELDS} }
} } }`;

/** Appearance of the hosted pages, with a live preview. */
export function CheckoutPage() {
  const result = useGraphql<{ store: { checkoutSettings: CheckoutSettings; updatedAt: string } }>(
    SETTINGS,
  );
  return (
    <SettingsFrame title="Checkout" lead="Colors, corners and logo of the pages buyers see.">
      <Loaded query={result}>
        {({ store }) => (
          <ThemeEditor settings={store.checkoutSettings} updatedAt={store.updatedAt} />
        )}
      </Loaded>
    </SettingsFrame>
  );
}

const LABELS = {
  light: 'Light theme',
  dark: 'Dark theme',
  defaultDarkMode: 'Dark theme by default',
};

interface EditorProps {
  readonly settings: CheckoutSettings;
  readonly updatedAt: string;
}

function ThemeEditor({ settings, updatedAt }: EditorProps) {
  const { store, canWrite } = usePlace();
  const { form, action, props, problem, conflict, restart } = useActionForm('store/update-store', {
    initial: { ...settings },
    check: themeComplaints,
    body: (values: CheckoutSettings) => ({
      id: store.id,
      checkoutSettings: changedSettings(settings, values),
    }),
    edits: { updatedAt, labels: LABELS },
    done: 'Saved',
  });
  const update = useAction('store/update-store', {
    done: 'Defaults restored',
    onDone: ({ store: saved }) =>
      restart({ ...(saved.checkoutSettings as CheckoutSettings) }, saved.updatedAt),
  });
  const edited = form.values;
  const isChanged = JSON.stringify(edited) !== JSON.stringify({ ...settings });
  const reset = () =>
    confirm({
      title: 'Restore the default themes?',
      children: 'Colors, corners and logos of both themes are reset.',
      confirm: 'Restore',
      onConfirm: () => update.run({ id: store.id, checkoutSettings: null }),
    });
  return (
    <form {...props}>
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {(['light', 'dark'] as const).map((scheme) => (
            <Paper key={scheme} withBorder p="md">
              <Stack>
                <Title order={2} size="h4">
                  {scheme === 'light' ? 'Light theme' : 'Dark theme'}
                </Title>
                <CheckoutPreview theme={edited[scheme]} scheme={scheme} />
                <ThemeFields scheme={scheme} form={form} disabled={!canWrite} />
              </Stack>
            </Paper>
          ))}
        </SimpleGrid>
        <Switch
          label="Use the dark theme unless a checkout session overrides it"
          description="Until you change this, pages follow the buyer’s device. Restoring the defaults also restores that."
          checked={edited.defaultDarkMode}
          disabled={!canWrite}
          onChange={(event) => form.setFieldValue('defaultDarkMode', event.currentTarget.checked)}
        />
        {conflict ? <ConflictNotice conflict={conflict} /> : null}
        <Problem error={problem ?? update.error} />
        {canWrite ? (
          <Group>
            <Button disabled={!isChanged} loading={action.isBusy || update.isBusy} type="submit">
              Save
            </Button>
            <Button variant="default" onClick={reset}>
              Restore the defaults
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}
