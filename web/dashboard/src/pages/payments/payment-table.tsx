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
  if (payments.length === 0) return <Text c="dimmed">No payment attempts yet.</Text>;
  return (
    <Paper withBorder>
      <ColumnTable
        caption={caption}
        columns={paymentColumns.filter(({ isExtra }) => !isExtra)}
        rows={payments}
        rowKey={({ id }) => id}
      />
    </Paper>
  );
}
