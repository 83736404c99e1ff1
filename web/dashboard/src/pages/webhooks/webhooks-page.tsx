import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { DeliveryRate } from './delivery-rate.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { EVENT_TYPES } from './event-groups.ts';
import { SampleEvent } from './sample-event.tsx';
import { CHANNEL_NAMES, useWebhooks, type Webhook, webhooksOf } from './webhooks.ts';

/** The store's webhooks. */
export function WebhooksPage() {
  const { environment, canWrite } = usePlace();
  const query = useWebhooks();
  const mode = environment === 'test' ? 'test' : 'production';
  const add = canWrite ? <PageButton page="webhooks/new">Add webhook</PageButton> : null;
  return (
    <PageFrame
      title="Webhooks"
      lead={`Webhooks notify your server or a chat of events in your store. These receive ${mode} events.`}
      actions={add}
    >
      <Loaded query={query}>
        {(answer) => {
          const webhooks = webhooksOf(answer);
          if (webhooks.length === 0) return <NoWebhooks mode={mode} />;
          return (
            <Stack gap="lg">
              <WebhookTable webhooks={webhooks} mode={mode} />
              {webhooks
                .filter(({ disabledAt }) => disabledAt !== null)
                .map((webhook) => (
                  <Stack key={webhook.id} gap={4}>
                    <Text size="sm" fw={600}>
                      {webhook.url}
                    </Text>
                    <DisabledNotice webhook={webhook} />
                  </Stack>
                ))}
              {canWrite ? <SampleEvent webhooks={webhooks} /> : null}
              <DeliveryRate />
            </Stack>
          );
        }}
      </Loaded>
    </PageFrame>
  );
}

function NoWebhooks({ mode }: { readonly mode: string }) {
  const { canWrite } = usePlace();
  return (
    <Paper withBorder>
      <EmptyState
        title="No webhooks yet"
        action={
          canWrite ? <PageButton page="webhooks/new">Add the first webhook</PageButton> : null
        }
      >
        A webhook notifies your server, or a chat in Feishu, Discord, Telegram or Slack, of {mode}{' '}
        orders, subscriptions and refunds as they happen.
      </EmptyState>
    </Paper>
  );
}

function WebhookTable({
  webhooks,
  mode,
}: {
  readonly webhooks: readonly Webhook[];
  readonly mode: string;
}) {
  return (
    <Paper withBorder>
      <ColumnTable
        caption="Webhooks"
        rows={webhooks}
        rowKey={({ id }) => id}
        columns={[
          { label: 'Channel', cell: ({ channel }) => CHANNEL_NAMES[channel] },
          {
            label: 'URL',
            cell: ({ id, url }) => <PageLink page={`webhooks/${id}`}>{url}</PageLink>,
          },
          { label: 'Events', cell: ({ events }) => <EventCount events={events} /> },
          { label: 'Mode', cell: () => mode },
          {
            label: 'State',
            cell: ({ disabledAt }) => <StatusBadge status={disabledAt ? 'disabled' : 'active'} />,
          },
          { label: 'Added', cell: ({ createdAt }) => <Time iso={createdAt} /> },
        ]}
      />
    </Paper>
  );
}

/** Number of event names shown in a cell; the rest are counted. */
const NAMED = 2;

function EventCount({ events }: Pick<Webhook, 'events'>) {
  if (events.length === EVENT_TYPES.length) return <Text size="sm">All events</Text>;
  if (events.length === 0) return <Text size="sm">None</Text>;
  return (
    <Group gap={4} miw={180} justify="inherit">
      {events.slice(0, NAMED).map((type) => (
        <Badge key={type} variant="default" tt="none" fw={500}>
          {type}
        </Badge>
      ))}
      {events.length > NAMED ? <Text size="sm">and {events.length - NAMED} more</Text> : null}
    </Group>
  );
}
