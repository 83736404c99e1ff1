import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { type Webhook, webhookLabel } from '../webhooks/webhooks.ts';
import { hoursAgo, soon } from './local-time.ts';
import { TimeSpanFields } from './time-span-fields.tsx';

const WEEK_HOURS = 7 * 24;

/** Sends a webhook earlier events it never received, such as those from before it was added. */
export function ReplayForm({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const newest = [...webhooks].sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  const { form, action, props, problem } = useActionForm('webhook-delivery/replay-deliveries', {
    initial: { webhookId: newest?.id ?? '', from: hoursAgo(WEEK_HOURS), to: soon() },
  });
  const { from, to } = form.values;
  return (
    <form {...props} noValidate aria-label="Replay events to a webhook">
      <Paper withBorder p="md">
        <Stack>
          <div>
            <Title order={2} size="h4">
              Send earlier events to a new endpoint
            </Title>
            <Text size="sm" c="dimmed">
              Only events that the webhook subscribes to and never received, excluding samples.
              Nothing is sent twice.
            </Text>
          </div>
          <Problem error={problem} />
          <Select
            label="Send to"
            data={webhooks.map((one) => ({ value: one.id, label: webhookLabel(one) }))}
            allowDeselect={false}
            {...form.getInputProps('webhookId')}
          />
          <TimeSpanFields
            from={from}
            to={to}
            onChange={(name, iso) => form.setFieldValue(name, iso)}
            errors={{ from: form.errors.from, to: form.errors.to }}
          />
          <Group>
            <Button type="submit" loading={action.isBusy}>
              Replay
            </Button>
            {action.data ? (
              <Text size="sm" role="status">
                {queuedText(action.data.queued)}
              </Text>
            ) : null}
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}

function queuedText(count: number): string {
  if (count === 0) return 'This webhook already received every event in this time range.';
  return count === 1 ? '1 event is on its way.' : `${count} events are on their way.`;
}
