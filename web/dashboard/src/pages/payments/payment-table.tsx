import { Paper, Table, Text } from '@mantine/core';
import { FramedTable } from '../../parts/framed-table.tsx';
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
  if (payments.length === 0) return <Text c="dimmed">No attempt to pay yet.</Text>;
  return (
    <Paper withBorder>
      <FramedTable caption={caption} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {paymentColumns.map(({ label, align }) => (
              <Table.Th key={label} ta={align}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.map((payment) => (
            <Table.Tr key={payment.id}>
              {paymentColumns.map(({ label, align, cell }) => (
                <Table.Td key={label} ta={align}>
                  {cell(payment)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FramedTable>
    </Paper>
  );
}
