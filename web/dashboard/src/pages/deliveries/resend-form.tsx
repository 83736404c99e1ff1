import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { type Webhook, webhookLabel } from '../webhooks/webhooks.ts';
import { hoursAgo, soon } from './local-time.ts';
import { TimeSpanFields } from './time-span-fields.tsx';

const ALL = 'all';

/** Resends the deliveries of a time span, by default the failed ones. */
export function ResendForm({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { store } = usePlace();
  const { form, action, props, problem } = useActionForm('webhook-delivery/resend-deliveries', {
    initial: {
      from: hoursAgo(24),
      to: soon(),
      status: 'failed' as 'failed' | 'success',
      webhookId: ALL,
    },
    body: ({ webhookId, ...values }) => ({
      ...values,
      storeId: store.id,
      ...(webhookId === ALL ? {} : { webhookId }),
    }),
  });
  const { from, to } = form.values;
  return (
    <form {...props} noValidate aria-label="Send deliveries again">
      <Paper withBorder p="md">
        <Stack>
          <div>
            <Title order={2} size="h4">
              Deliveries in a time range
            </Title>
            <Text size="sm" c="dimmed">
              Each is sent once more with the same body and delivery ID, so receivers that remember
              IDs can skip duplicates.
            </Text>
          </div>
          <Problem error={problem} />
          <TimeSpanFields
            from={from}
            to={to}
            onChange={(name, iso) => form.setFieldValue(name, iso)}
            errors={{ from: form.errors.from, to: form.errors.to }}
          />
          <Group>
            <Select
              label="Status"
              data={[
                { value: 'failed', label: 'Failed' },
                { value: 'success', label: 'Success' },
              ]}
              allowDeselect={false}
              {...form.getInputProps('status')}
            />
            <Select
              label="Webhook"
              miw={240}
              data={[
                { value: ALL, label: 'All webhooks' },
                ...webhooks.map((one) => ({ value: one.id, label: webhookLabel(one) })),
              ]}
              allowDeselect={false}
              {...form.getInputProps('webhookId')}
            />
          </Group>
          <Group>
            <Button type="submit" loading={action.isBusy}>
              Send again
            </Button>
            {action.data ? (
              <Text size="sm" role="status">
                {sentText(action.data.resent)}
              </Text>
            ) : null}
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}

function sentText(count: number): string {
  if (count === 0) return 'No deliveries match this time range.';
  return count === 1
    ? '1 delivery is being sent again.'
    : `${count} deliveries are being sent again.`;
}
