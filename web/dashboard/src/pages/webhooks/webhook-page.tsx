import { Badge, Button, Group, Paper, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageButton } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useId } from '../../parts/use-id.ts';
import { DeliveryRate } from './delivery-rate.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { EditWebhookForm } from './edit-webhook-form.tsx';
import { SampleEvent } from './sample-event.tsx';
import { CHANNEL_NAMES, useWebhooks, type Webhook, webhooksOf } from './webhooks.ts';

/** One webhook: its delivery rate, a test sample, its settings. */
export function WebhookPage() {
  const id = useId();
  const query = useWebhooks();
  return (
    <Loaded query={query}>
      {(answer) => {
        const webhook = webhooksOf(answer).find((one) => one.id === id);
        return webhook ? <Details key={id} webhook={webhook} /> : <Gone />;
      }}
    </Loaded>
  );
}

const PARENT = { page: 'webhooks', label: 'Webhooks' };

function Gone() {
  return (
    <PageFrame title="Webhook" parent={PARENT}>
      <Paper withBorder>
        <EmptyState
          title="Webhook not found"
          action={<PageButton page="webhooks">Go to webhooks</PageButton>}
        >
          It was removed, or it belongs to the other environment.
        </EmptyState>
      </Paper>
    </PageFrame>
  );
}

function Details({ webhook }: { readonly webhook: Webhook }) {
  const { environment, canWrite } = usePlace();
  const { id, channel, url, events, disabledAt, createdAt, updatedAt } = webhook;
  const [changedAt, setChangedAt] = useState<string>();
  return (
    <PageFrame
      title={CHANNEL_NAMES[channel]}
      parent={PARENT}
      lead={url}
      actions={
        <>
          <DeliveriesButton webhookId={id} />
          {canWrite ? <RemoveButton webhook={webhook} /> : null}
        </>
      }
    >
      <DisabledNotice webhook={webhook} onEnabled={setChangedAt} />
      <Paper withBorder p="md">
        <Stack>
          <Facts
            facts={{
              ID: <IdText id={id} label="Copy webhook ID" />,
              State: <StatusBadge status={disabledAt ? 'disabled' : 'active'} />,
              Mode: environment === 'test' ? 'test' : 'production',
              Added: <Time iso={createdAt} />,
              'Last changed': <Time iso={updatedAt} />,
            }}
          />
          <Group gap={4}>
            {events.map((type) => (
              <Badge key={type} variant="default" tt="none" fw={500}>
                {type}
              </Badge>
            ))}
          </Group>
        </Stack>
      </Paper>
      {canWrite ? <SampleEvent webhooks={[webhook]} /> : null}
      <DeliveryRate webhookId={id} />
      {canWrite ? (
        <EditWebhookForm webhook={webhook} changedAt={changedAt} onSaved={setChangedAt} />
      ) : null}
    </PageFrame>
  );
}

function DeliveriesButton({ webhookId }: { readonly webhookId: string }) {
  const { pathTo } = usePlace();
  const target = { to: pathTo('deliveries'), search: { webhook: webhookId } };
  return (
    <Button variant="default" component={Link} {...(target as object)}>
      View deliveries
    </Button>
  );
}

function RemoveButton({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const { pathTo } = usePlace();
  const navigate = useNavigate();
  const remove = useAction('store/remove-webhook', {
    done: 'Webhook removed',
    onDone: () => navigate({ href: `/dashboard${pathTo('webhooks')}` }),
  });
  const ask = () =>
    confirm({
      title: 'Remove this webhook?',
      children: `${url} will receive no more deliveries, not even pending ones. The delivery log is kept. This can’t be undone.`,
      confirm: 'Remove webhook',
      isDangerous: true,
      onConfirm: () => remove.run({ id }),
    });
  return (
    <>
      <Button variant="outline" color="red" loading={remove.isBusy} onClick={ask}>
        Remove
      </Button>
      <Problem error={remove.error} />
    </>
  );
}
