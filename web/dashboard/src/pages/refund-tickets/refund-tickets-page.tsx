import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageLink } from '../../parts/links.tsx';
import { BUYER, CREATED, choices, SALES_FILTERS } from '../../parts/list-filters.ts';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { TICKETS_LIST, type TicketRow } from './ticket-fields.ts';

const STATUSES = [
  'pending',
  'under_review',
  'approved',
  'rejected',
  'returned',
  'processing',
  'succeeded',
  'failed',
];

/** Refund requests; those from buyers wait here for a decision. */
export function RefundTicketsPage() {
  const listing = useListing<TicketRow>(TICKETS_LIST);
  return (
    <PageFrame
      title="Refund tickets"
      lead="Buyers’ requests need a decision; your own refunds are made immediately."
    >
      <DataTable
        caption="Refund tickets"
        listing={listing}
        currencyOf={({ requestedAmountDetails }) => requestedAmountDetails.currency}
        download={<ExportButton list="refundTickets" listing={listing} />}
        filters={[
          BUYER,
          CREATED,
          { name: 'status', label: 'Status', choices: choices(STATUSES), isPrimary: true },
          ...SALES_FILTERS,
          { name: 'externalId', label: 'External ID' },
        ]}
        columns={[
          {
            label: 'Reason',
            cell: ({ id, reason }) => (
              <PageLink page={`refund-tickets/${id}`} lineClamp={2} maw={360}>
                {reason ?? id}
              </PageLink>
            ),
          },
          { label: 'Buyer', cell: ({ buyerEmail }) => buyerEmail ?? '–' },
          {
            label: 'Amount',
            align: 'right',
            sort: 'AMOUNT',
            cell: ({ requestedAmountDetails }) => <Money {...requestedAmountDetails} />,
          },
          {
            label: 'Status',
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          {
            label: 'Requested',
            sort: 'CREATED_AT',
            cell: ({ createdAt }) => <Time iso={createdAt} />,
          },
        ]}
        empty={
          <EmptyState title="No refund tickets">
            Refund requests from buyers and refunds that you make appear here.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
