import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { BUYER, CREATED, choices, SALES_FILTERS } from '../../parts/list-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { WriteToBuyers } from '../../parts/write-to-buyers.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { PAYMENTS_LIST, type PaymentRow } from './payment-fields.ts';

const STATUSES = ['pending', 'succeeded', 'failed', 'canceled'];
const KINDS = [
  { value: 'onetime', label: 'One-time orders' },
  { value: 'subscriptions', label: 'Subscriptions' },
  { value: 'renewals', label: 'Renewals' },
];
const REFUNDS = ['none', 'pending', 'refunded', 'failed'];

/** Every attempt to charge a buyer. */
export function PaymentsPage() {
  const listing = useListing<PaymentRow>(PAYMENTS_LIST);
  return (
    <PageFrame title="Payments" lead="Every attempt to charge a buyer, with its outcome.">
      <DataTable
        caption="Payments"
        listing={listing}
        currencyOf={({ amount }) => amount.currency}
        download={
          <>
            <WriteToBuyers listing={listing} />
            <ExportButton list="payments" listing={listing} />
          </>
        }
        filters={[
          BUYER,
          CREATED,
          { name: 'status', label: 'Status', choices: choices(STATUSES), isPrimary: true },
          { name: 'of', label: 'Payment for', choices: KINDS },
          { name: 'refund', label: 'Refund', choices: choices(REFUNDS) },
          ...SALES_FILTERS,
          { name: 'method', label: 'Method' },
          { name: 'order', label: 'Order ID' },
        ]}
        columns={paymentColumns}
        empty={
          <EmptyState title="No payments yet">
            Every payment attempt by a buyer, and every renewal, appears here.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
