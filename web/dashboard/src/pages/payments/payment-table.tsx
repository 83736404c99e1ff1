import { Paper, Text } from '@mantine/core';
import { ColumnTable } from '../../parts/column-table.tsx';
import { paymentColumns } from './payment-columns.tsx';
import type { PaymentRow } from './payment-fields.ts';

/** The payments of one order. */
export function PaymentTable({
  caption,
  payments,
}: {
  readonly caption: string;
  readonly payments: readonly PaymentRow[];
}) {
  // All rows belong to one order: the page shows its buyer, and periods only if there are any.
  const hasPeriods = payments.some(({ periodNumber }) => periodNumber !== null);
  const hidden = hasPeriods ? ['Buyer'] : ['Buyer', 'Period'];
  if (payments.length === 0) return <Text c="dimmed">No payment attempts yet.</Text>;
  return (
    <Paper withBorder>
      <ColumnTable
        caption={caption}
        columns={paymentColumns.filter(({ label, isExtra }) => !isExtra && !hidden.includes(label))}
        rows={payments}
        rowKey={({ id }) => id}
      />
    </Paper>
  );
}
