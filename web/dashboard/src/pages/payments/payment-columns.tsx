import { Group, Text } from '@mantine/core';
import type { Column } from '../../parts/data-table.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Money } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { methodText, type PaymentRow } from './payment-fields.ts';

/** Columns of every table of payments. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  {
    label: 'Time',
    cell: ({ id, createdAt }) => (
      <PageLink page={`payments/${id}`}>
        <Time iso={createdAt} />
      </PageLink>
    ),
    csv: ({ createdAt }) => createdAt,
  },
  {
    label: 'Amount',
    align: 'right',
    cell: ({ amount }) => <Money amount={amount.display} currency={amount.currency} />,
    csv: ({ amount }) => amount.display,
  },
  {
    label: 'Status',
    cell: ({ status, refundStatus, failureReason }) => (
      <Group gap={4}>
        <StatusBadge status={status} />
        {refundStatus === 'none' ? null : <StatusBadge status={refundText(refundStatus)} />}
        {failureReason ? (
          <Text size="xs" c="dimmed">
            {failureReason}
          </Text>
        ) : null}
      </Group>
    ),
    csv: ({ status }) => status,
  },
  { label: 'Paid with', cell: methodText, csv: methodText },
  {
    label: 'Period',
    align: 'right',
    cell: ({ periodNumber }) => periodNumber ?? '–',
    csv: ({ periodNumber }) => periodNumber,
  },
];

function refundText(status: string): string {
  return status === 'refunded' ? status : `refund ${status}`;
}
