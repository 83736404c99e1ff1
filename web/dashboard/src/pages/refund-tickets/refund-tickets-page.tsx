import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';

interface TicketRow {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly refundTicketMerchantExternalId: string | null;
  readonly requestedAmountDetails: { readonly amount: string; readonly currency: string };
}

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

/** Requests to refund a payment: those of buyers wait here for a decision. */
export function RefundTicketsPage() {
  const listing = useListing<TicketRow>({
    field: 'refundTickets',
    filterType: 'RefundTicketFilter',
    selection: `id status reason createdAt refundTicketMerchantExternalId
      requestedAmountDetails { amount currency }`,
    filter: ({ status, externalId }) => ({
      ...(status ? { status: { eq: status } } : {}),
      ...(externalId ? { refundTicketMerchantExternalId: { eq: externalId } } : {}),
    }),
  });
  return (
    <PageFrame
      title="Refund tickets"
      lead="Buyers’ requests need a decision; your own refunds are made immediately."
    >
      <DataTable
        caption="Refund tickets"
        listing={listing}
        rowKey={({ id }) => id}
        filters={[
          {
            name: 'status',
            label: 'Status',
            choices: STATUSES.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          },
          { name: 'externalId', label: 'External id' },
        ]}
        columns={[
          {
            label: 'Reason',
            cell: ({ id, reason }) => (
              <PageLink page={`refund-tickets/${id}`} lineClamp={2} maw={360}>
                {reason ?? id}
              </PageLink>
            ),
            csv: ({ reason }) => reason,
          },
          {
            label: 'Amount',
            align: 'right',
            cell: ({ requestedAmountDetails }) => <Money {...requestedAmountDetails} />,
            csv: ({ requestedAmountDetails }) => requestedAmountDetails.amount,
          },
          {
            label: 'Status',
            cell: ({ status }) => <StatusBadge status={status} />,
            csv: ({ status }) => status,
          },
          {
            label: 'Requested',
            cell: ({ createdAt }) => <Time iso={createdAt} />,
            csv: ({ createdAt }) => createdAt,
          },
        ]}
        empty={
          <EmptyState title="No refund tickets">
            When a buyer asks for money back, or you refund a payment, it appears here.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
