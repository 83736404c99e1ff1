import { usePlace } from '../../app/place.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { CREATED, choices } from '../../parts/list-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { type Listing, useListing } from '../../parts/use-listing.ts';
import { EVENT_TYPES } from '../webhooks/event-groups.ts';
import { useWebhooks, webhookLabel, webhooksOf } from '../webhooks/webhooks.ts';
import { DELIVERIES_LIST, type DeliveryRow } from './delivery-row.ts';

/** Every delivery in the environment, with the receivers' responses. */
export function DeliveriesPage() {
  const { canWrite } = usePlace();
  const listing = useListing<DeliveryRow>(DELIVERIES_LIST);
  return (
    <PageFrame
      title="Deliveries"
      lead="Events sent to your webhooks, with their responses."
      actions={
        <>
          <PageButton page="deliveries/events" variant="default">
            All events
          </PageButton>
          {canWrite ? (
            <PageButton page="deliveries/resend" variant="default">
              Resend a time range
            </PageButton>
          ) : null}
        </>
      }
    >
      <DeliveryTable listing={listing} />
    </PageFrame>
  );
}

const STATUSES = ['pending', 'success', 'failed'];

function DeliveryTable({ listing }: { readonly listing: Listing<DeliveryRow> }) {
  const webhooks = webhooksOf(useWebhooks().data);
  return (
    <DataTable
      caption="Deliveries"
      listing={listing}
      download={<ExportButton list="webhookDeliveries" listing={listing} />}
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
        { name: 'about', label: 'Event ID' },
      ]}
      columns={[
        {
          label: 'Event',
          cell: ({ id, eventType }) => <PageLink page={`deliveries/${id}`}>{eventType}</PageLink>,
        },
        { label: 'Event ID', cell: ({ eventId }) => <code>{eventId}</code> },
        {
          label: 'Webhook',
          cell: ({ webhookUrl }) => webhookUrl ?? 'Removed',
        },
        {
          label: 'Status',
          cell: ({ status }) => <StatusBadge status={status} />,
        },
        {
          label: 'Response',
          cell: ({ httpStatus, failure }) => failure ?? httpStatus ?? '–',
        },
        { label: 'Attempts', cell: (row) => row.attemptCount },
        {
          label: 'Event time',
          sort: 'CREATED_AT',
          cell: ({ createdAt }) => <Time iso={createdAt} />,
        },
      ]}
      empty={
        <EmptyState
          title="No deliveries yet"
          action={<PageButton page="webhooks">Go to webhooks</PageButton>}
        >
          Each event creates one delivery for each webhook that subscribes to it. Send a sample
          event to see one now.
        </EmptyState>
      }
    />
  );
}
