import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { EVENT_TYPES } from './event-groups.ts';
import { SampleResult } from './sample-result.tsx';
import { type EventType, type Webhook, webhookLabel } from './webhooks.ts';

const ALL = 'all';

/** Sends a sample of any event to one or all webhooks, and shows their responses. */
export function SampleEvent({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { store } = usePlace();
  const working = webhooks.filter(({ disabledAt }) => disabledAt === null);
  const [first] = working;
  const [webhookId, setWebhookId] = useState(working.length === 1 && first ? first.id : ALL);
  const [eventType, setEventType] = useState<EventType>(first?.events[0] ?? 'order.completed');
  const send = useAction('store/send-test-event');
  if (!first) return null;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    send.run({ storeId: store.id, eventType, ...(webhookId === ALL ? {} : { webhookId }) });
  };
  return (
    <Paper withBorder p="md">
      <Stack>
        <div>
          <Title order={2} size="h4">
            Send a sample event
          </Title>
          <Text size="sm" c="dimmed">
            It’s signed like a real event and marked with <code>data.sample</code>, so that nobody
            ships goods for it. Its IDs don’t refer to anything.
          </Text>
        </div>
        <form onSubmit={submit}>
          <Group align="flex-end">
            {webhooks.length > 1 ? (
              <Select
                label="To"
                data={[
                  { value: ALL, label: 'All webhooks' },
                  ...working.map((one) => ({ value: one.id, label: webhookLabel(one) })),
                ]}
                allowDeselect={false}
                value={webhookId}
                onChange={(value) => setWebhookId(value ?? ALL)}
                miw={240}
                flex={1}
              />
            ) : null}
            <Select
              label="Event"
              data={EVENT_TYPES}
              allowDeselect={false}
              searchable
              value={eventType}
              onChange={(value) => setEventType((value as EventType | null) ?? eventType)}
              miw={240}
            />
            <Button type="submit" loading={send.isBusy}>
              Send sample
            </Button>
          </Group>
        </form>
        <Problem error={send.error} />
        {send.data ? (
          <SampleResult
            key={send.data.event.id}
            ids={send.data.deliveries.map(({ id }) => id)}
            eventType={send.data.event.eventType}
          />
        ) : null}
      </Stack>
    </Paper>
  );
}
