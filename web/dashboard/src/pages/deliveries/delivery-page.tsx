import { Alert, Button, Paper, Stack, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { Attempts } from './attempts.tsx';
import { JsonText } from './json-text.tsx';

/** Milliseconds between polls, because attempts can be made at any time. */
const LOOK_MS = 3000;

interface Delivery {
  readonly id: string;
  readonly webhookId: string | null;
  readonly webhookUrl: string | null;
  readonly eventType: string;
  readonly eventId: string;
  readonly payload: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly lastAttemptedAt: string | null;
  readonly createdAt: string;
}

const QUERY = `query ($storeId: ID!, $filter: WebhookDeliveryFilter) {
  rows: webhookDeliveries(storeId: $storeId, filter: $filter, limit: 1) {
    id webhookId webhookUrl eventType eventId payload status attemptCount lastAttemptedAt createdAt
  }
}`;

const PARENT = { page: 'deliveries', label: 'Deliveries' };

/** One delivery: every attempt, and the body that was sent. */
export function DeliveryPage() {
  const id = useId();
  const query = useGraphql<{ rows: readonly Delivery[] }>(
    QUERY,
    { filter: { id: { eq: id } } },
    { refetchInterval: LOOK_MS },
  );
  return (
    <Loaded query={query}>
      {({ rows: [delivery] }) => (delivery ? <Details delivery={delivery} /> : <Gone />)}
    </Loaded>
  );
}

function Gone() {
  return (
    <PageFrame title="Delivery" parent={PARENT}>
      <Paper withBorder>
        <EmptyState
          title="Delivery not found"
          action={<PageButton page="deliveries">Go to deliveries</PageButton>}
        >
          Deliveries are kept for 90 days. Test and live each have their own.
        </EmptyState>
      </Paper>
    </PageFrame>
  );
}

function Details({ delivery }: { readonly delivery: Delivery }) {
  const { id, webhookId, webhookUrl, eventType, eventId, payload, status } = delivery;
  return (
    <PageFrame title={eventType} parent={PARENT} actions={<ResendButton delivery={delivery} />}>
      {status === 'pending' && delivery.attemptCount > 0 ? (
        <Alert color="yellow">
          The latest attempt failed. While the webhook is enabled, the delivery is retried on
          schedule. To retry it now, click “Send again”.
        </Alert>
      ) : null}
      <Paper withBorder p="md">
        <Facts
          facts={{
            Status: <StatusBadge status={status} />,
            Webhook:
              webhookId === null ? (
                'Removed'
              ) : (
                <PageLink page={`webhooks/${webhookId}`}>{webhookUrl}</PageLink>
              ),
            'Event ID': <IdText id={eventId} label="Copy event ID" />,
            'Delivery ID': <IdText id={id} label="Copy delivery ID" />,
            'Event time': <Time iso={delivery.createdAt} />,
            'Latest attempt': <Time iso={delivery.lastAttemptedAt} />,
          }}
        />
      </Paper>
      <Attempts deliveryId={id} attemptCount={delivery.attemptCount} />
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            Body
          </Title>
          <JsonText text={payload} label="Body of the event" />
        </Stack>
      </Paper>
    </PageFrame>
  );
}

function ResendButton({ delivery }: { readonly delivery: Delivery }) {
  const { canWrite } = usePlace();
  const resend = useAction('webhook-delivery/resend-delivery', { done: 'Sending again' });
  if (!canWrite || delivery.webhookId === null) return null;
  return (
    <>
      <Button loading={resend.isBusy} onClick={() => resend.run({ id: delivery.id })}>
        Send again
      </Button>
      <Problem error={resend.error} />
    </>
  );
}
