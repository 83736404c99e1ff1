import { Button, Checkbox, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useEffect } from 'react';
import { ConflictNotice } from '../../parts/conflict-notice.tsx';
import { requiredIf } from '../../parts/form-checks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { CHANNEL_HELP } from './channel-help.ts';
import { EventPicker } from './event-picker.tsx';
import type { EventType, Webhook } from './webhooks.ts';

interface Props {
  readonly webhook: Webhook;
  /** The `updatedAt` of the user's own last change of the webhook on this page. */
  readonly changedAt: string | undefined;
  readonly onSaved: (updatedAt: string) => void;
}

/** URL, secret and events of a webhook. Encrypted values are kept if left empty. */
export function EditWebhookForm({ webhook, changedAt, onSaved }: Props) {
  const { secret: secretHelp, address } = CHANNEL_HELP[webhook.channel];
  // A URL that contains a token is masked by the service.
  const isMasked = webhook.url.includes('…');
  const { form, action, props, problem, conflict, rebase } = useActionForm('store/update-webhook', {
    initial: {
      url: isMasked ? '' : webhook.url,
      secret: '',
      dropsSecret: false,
      events: [...webhook.events] as EventType[],
    },
    body: ({ url, secret, dropsSecret, events }) => ({
      id: webhook.id,
      events,
      ...(isMasked && url === '' ? {} : { url }),
      ...(dropsSecret ? { secret: null } : secret === '' ? {} : { secret }),
    }),
    edits: {
      updatedAt: webhook.updatedAt,
      labels: { url: 'URL', secret: 'Secret', events: 'Events' },
    },
    done: 'Webhook saved',
    onDone: ({ webhook: saved }) => onSaved(saved.updatedAt),
  });
  const isOwnChange = webhook.updatedAt === changedAt && conflict === null;
  // Clears what isn't shown again once it's saved, and keeps what has been typed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change.
  useEffect(() => {
    if (isOwnChange) rebase();
  }, [isOwnChange, changedAt]);
  return (
    <form {...props}>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} size="h4">
            Edit
          </Title>
          {conflict ? <ConflictNotice conflict={conflict} /> : null}
          <Problem error={problem} />
          <TextInput
            label="URL"
            type="url"
            description={isMasked ? `Currently ${webhook.url}. Leave empty to keep it.` : undefined}
            placeholder={address}
            {...requiredIf(!isMasked)}
            {...form.getInputProps('url')}
          />
          {secretHelp ? (
            <>
              <TextInput
                label={secretHelp.label}
                description={`${secretHelp.help} Leave empty to keep the current one.`}
                autoComplete="off"
                disabled={form.values.dropsSecret}
                {...form.getInputProps('secret')}
              />
              {secretHelp.isRequired ? null : (
                <Checkbox
                  label="Remove the stored secret"
                  {...form.getInputProps('dropsSecret', { type: 'checkbox' })}
                />
              )}
            </>
          ) : null}
          <EventPicker
            value={form.values.events}
            onChange={(events) => form.setFieldValue('events', events)}
            error={form.errors.events}
          />
          <Group>
            <Button type="submit" loading={action.isBusy}>
              {webhook.disabledAt ? 'Save and enable' : 'Save changes'}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}
