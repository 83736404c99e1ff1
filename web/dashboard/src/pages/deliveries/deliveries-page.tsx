import { usePlace } from '../../app/place.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { CREATED, choices, readSpan } from '../../parts/list-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { type Listing, useListing } from '../../parts/use-listing.ts';
import { EVENT_TYPES } from '../webhooks/event-groups.ts';
import { useWebhooks, webhookLabel, webhooksOf } from '../webhooks/webhooks.ts';

/** Milliseconds between polls, because deliveries change at any time. */
const LOOK_MS = 10_000;

interface DeliveryRow {
  readonly id: string;
  readonly eventType: string;
  readonly eventId: string;
  readonly webhookUrl: string | null;
  readonly status: string;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly attemptCount: number;
  readonly createdAt: string;
}

const SELECTION =
  'id eventType eventId webhookUrl status httpStatus failure attemptCount createdAt';

/** Every delivery in the environment, with the receivers' responses. */
export function DeliveriesPage() {
  const { canWrite } = usePlace();
  const listing = useListing<DeliveryRow>({
    field: 'webhookDeliveries',
    type: 'WebhookDelivery',
    selection: SELECTION,
    filter: filterOf,
    refetchInterval: LOOK_MS,
  });
  return (
    <PageFrame
      title="Deliveries"
      lead="What was sent to webhooks, and their responses."
      actions={
        <>
          <PageButton page="deliveries/events" variant="default">
            All events
          </PageButton>
          {canWrite ? (
            <PageButton page="deliveries/resend" variant="default">
              Send again by time
            </PageButton>
          ) : null}
        </>
      }
    >
      <DeliveryTable listing={listing} />
    </PageFrame>
  );
}

function filterOf({ webhook, status, event, about, created }: Readonly<Record<string, string>>) {
  const span = readSpan(created, new Date());
  return {
    ...(webhook ? { webhookId: { eq: webhook } } : {}),
    ...(status ? { status: { eq: status } } : {}),
    ...(event ? { eventType: { eq: event } } : {}),
    ...(about ? { eventId: { eq: about } } : {}),
    ...(span.gte || span.lt ? { createdAt: span } : {}),
  };
}

const STATUSES = ['pending', 'success', 'failed'];

function DeliveryTable({ listing }: { readonly listing: Listing<DeliveryRow> }) {
  const webhooks = webhooksOf(useWebhooks().data);
  return (
    <DataTable
      caption="Deliveries"
      listing={listing}
      filters={[
        {
          name: 'webhook',
          label: 'Webhook',
          choices: webhooks.map((one) => ({ value: one.id, label: webhookLabel(one) })),
          isPrimary: true,
        },
        CREATED,
        { name: 'status', label: 'Status', choices: choices(STATUSES), isPrimary: true },
        {
          name: 'event',
          label: 'Event',
          choices: EVENT_TYPES.map((type) => ({ value: type, label: type })),
          isPrimary: true,
        },
        { name: 'about', label: 'About (ID)' },
      ]}
      columns={[
        {
          label: 'Event',
          cell: ({ id, eventType }) => <PageLink page={`deliveries/${id}`}>{eventType}</PageLink>,
          csv: ({ eventType }) => eventType,
        },
        { label: 'About', cell: ({ eventId }) => <code>{eventId}</code>, csv: (r) => r.eventId },
        {
          label: 'Webhook',
          cell: ({ webhookUrl }) => webhookUrl ?? 'Removed since',
          csv: ({ webhookUrl }) => webhookUrl,
        },
        {
          label: 'Status',
          cell: ({ status }) => <StatusBadge status={status} />,
          csv: (r) => r.status,
        },
        {
          label: 'Answer',
          cell: ({ httpStatus, failure }) => failure ?? httpStatus ?? '–',
          csv: ({ httpStatus, failure }) => failure ?? httpStatus,
        },
        { label: 'Attempts', cell: (row) => row.attemptCount, csv: (row) => row.attemptCount },
        {
          label: 'Happened',
          sort: 'CREATED_AT',
          cell: ({ createdAt }) => <Time iso={createdAt} />,
          csv: ({ createdAt }) => createdAt,
        },
      ]}
      empty={
        <EmptyState
          title="No deliveries yet"
          action={<PageButton page="webhooks">To the webhooks</PageButton>}
        >
          Each event makes one delivery per webhook that wants it. A sample event fills this page at
          once.
        </EmptyState>
      }
    />
  );
}
