import { Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../../app/place.ts';
import { REQUIRED, requiredIf } from '../../parts/form-checks.ts';
import { PageButton } from '../../parts/links.tsx';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { CHANNEL_HELP } from './channel-help.ts';
import { EventPicker } from './event-picker.tsx';
import { CHANNEL_NAMES, type Channel, type EventType } from './webhooks.ts';

const CHANNELS = Object.entries(CHANNEL_NAMES).map(([value, label]) => ({ value, label }));

/** Adds a webhook to the store in the page's environment. */
export function NewWebhookPage() {
  const { environment, canWrite } = usePlace();
  const mode = environment === 'test' ? 'test' : 'production';
  return (
    <PageFrame
      title="Add a webhook"
      parent={{ page: 'webhooks', label: 'Webhooks' }}
      lead={`It receives ${mode} events. The other environment has its own webhooks.`}
    >
      {canWrite ? <WebhookForm /> : <OwnersOnly what="add webhooks" />}
    </PageFrame>
  );
}

function WebhookForm() {
  const { environment, store, pathTo } = usePlace();
  const navigate = useNavigate();
  const { form, action, props, problem } = useActionForm('store/add-webhook', {
    initial: { channel: 'http' as Channel, url: '', events: [] as EventType[], secret: '' },
    body: ({ secret, ...values }) => ({
      ...values,
      storeId: store.id,
      testMode: environment === 'test',
      ...(CHANNEL_HELP[values.channel].secret && secret !== '' ? { secret } : {}),
    }),
    fields: { 'unknown event': 'events' },
    guardsLeaving: true,
    done: 'Webhook added',
    onDone: ({ webhook }) => navigate({ href: `/dashboard${pathTo(`webhooks/${webhook.id}`)}` }),
  });
  const help = CHANNEL_HELP[form.values.channel];
  return (
    <form {...props}>
      <Paper withBorder p="md" maw={900}>
        <Stack>
          <Problem error={problem} />
          <Select
            label="Channel"
            description="Where events go. You can’t change it later."
            data={CHANNELS}
            allowDeselect={false}
            {...form.getInputProps('channel')}
          />
          <Text size="sm" c="dimmed" role="status">
            {help.steps}
          </Text>
          <TextInput
            label="URL"
            type="url"
            placeholder={help.address}
            {...REQUIRED}
            {...form.getInputProps('url')}
          />
          {help.secret ? (
            <TextInput
              label={help.secret.label}
              description={help.secret.help}
              {...requiredIf(help.secret.isRequired)}
              autoComplete="off"
              {...form.getInputProps('secret')}
            />
          ) : null}
          <EventPicker
            value={form.values.events}
            onChange={(events) => form.setFieldValue('events', events)}
            error={form.errors.events}
          />
          <Group>
            <Button type="submit" loading={action.isBusy}>
              Add webhook
            </Button>
            <PageButton page="webhooks" variant="default">
              Cancel
            </PageButton>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}
