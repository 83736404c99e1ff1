import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { paymentColumns } from './payment-columns.tsx';
import { PAYMENT_ROW, type PaymentRow } from './payment-fields.ts';

const STATUSES = ['pending', 'succeeded', 'failed', 'canceled'];
const REFUNDS = ['none', 'pending', 'refunded', 'failed'];

/** Every attempt to charge a buyer. */
export function PaymentsPage() {
  const listing = useListing<PaymentRow>({
    field: 'payments',
    filterType: 'PaymentFilter',
    selection: PAYMENT_ROW,
    filter: ({ status, refund, order }) => ({
      ...(status ? { status: { eq: status } } : {}),
      ...(refund ? { refundStatus: { eq: refund } } : {}),
      ...(order ? { orderId: { eq: order } } : {}),
    }),
  });
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <PageFrame title="Payments" lead="Every attempt to charge a buyer, with its outcome.">
      <DataTable
        caption="Payments"
        listing={listing}
        rowKey={({ id }) => id}
        filters={[
          { name: 'status', label: 'Status', choices: choices(STATUSES) },
          { name: 'refund', label: 'Refund', choices: choices(REFUNDS) },
          { name: 'order', label: 'Order' },
        ]}
        columns={paymentColumns}
        empty={
          <EmptyState title="No payments yet">
            Each attempt of a buyer to pay, and each renewal, appears here.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
