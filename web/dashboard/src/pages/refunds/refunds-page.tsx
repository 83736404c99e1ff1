import { Text } from '@mantine/core';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { extraSaleColumns } from '../../parts/extra-order-columns.tsx';
import { inWords } from '../../parts/in-words.ts';
import { PageLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-column.ts';
import { BUYER, CREATED, choices, SALES_FILTERS } from '../../parts/list-filters.ts';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { REFUNDS_LIST, type RefundRow } from './refund-fields.ts';

const STATUSES = ['pending', 'succeeded', 'failed'];

const columns: readonly Column<RefundRow>[] = [
  {
    label: 'Time',
    sort: 'CREATED_AT',
    cell: ({ ticketId, createdAt }) => (
      <PageLink page={`refund-tickets/${ticketId}`}>
        <Time iso={createdAt} />
      </PageLink>
    ),
  },
  {
    label: 'Amount',
    align: 'right',
    sort: 'AMOUNT',
    cell: ({ pspAmountDetails }) => <Money {...pspAmountDetails} />,
  },
  {
    label: 'Status',
    cell: ({ status, failureReason }) => (
      <>
        <StatusBadge status={status} />
        {failureReason ? (
          <Text size="xs" c="dimmed">
            {inWords(failureReason)}
          </Text>
        ) : null}
      </>
    ),
  },
  { label: 'Buyer', cell: ({ buyerEmail }) => buyerEmail },
  {
    label: 'Reason',
    cell: ({ refundTicket }) => (
      <Text size="sm" lineClamp={2} maw={320}>
        {refundTicket?.reason ?? '–'}
      </Text>
    ),
  },
  {
    label: 'Payment',
    cell: ({ paymentId }) => <PageLink page={`payments/${paymentId}`}>View payment</PageLink>,
  },
  ...extraSaleColumns,
];

/** The store's refunds. */
export function RefundsPage() {
  const listing = useListing<RefundRow>(REFUNDS_LIST);
  return (
    <PageFrame title="Refunds" lead="Refunds paid to buyers or on their way.">
      <DataTable
        caption="Refunds"
        listing={listing}
        currencyOf={({ pspAmountDetails }) => pspAmountDetails.currency}
        download={<ExportButton list="refunds" listing={listing} />}
        filters={[
          BUYER,
          CREATED,
          { name: 'status', label: 'Status', choices: choices(STATUSES), isPrimary: true },
          ...SALES_FILTERS,
          { name: 'externalId', label: 'External ID of the order' },
        ]}
        columns={columns}
        empty={
          <EmptyState title="No refunds yet">
            Every refund of a payment appears here, no matter who requested it.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
