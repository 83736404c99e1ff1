import { Group, Text } from '@mantine/core';
import { extraSaleColumns } from '../../parts/extra-order-columns.tsx';
import { inWords } from '../../parts/in-words.ts';
import { PageLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-column.ts';
import { Money } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { methodText, type PaymentRow } from './payment-fields.ts';

/** Columns of every table of payments. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  {
    label: 'Time',
    sort: 'CREATED_AT',
    cell: ({ id, createdAt }) => (
      <PageLink page={`payments/${id}`}>
        <Time iso={createdAt} />
      </PageLink>
    ),
  },
  {
    label: 'Amount',
    align: 'right',
    sort: 'AMOUNT',
    cell: ({ amount }) => <Money amount={amount.display} currency={amount.currency} />,
  },
  {
    label: 'Status',
    cell: ({ status, refundStatus, failureReason }) => (
      <Group gap={4}>
        <StatusBadge status={status} />
        {refundStatus === 'none' ? null : <StatusBadge status={refundText(refundStatus)} />}
        {failureReason ? (
          <Text size="xs" c="dimmed">
            {inWords(failureReason)}
          </Text>
        ) : null}
      </Group>
    ),
  },
  { label: 'Buyer', cell: ({ buyerEmail }) => buyerEmail },
  {
    label: 'Paid with',
    cell: (row) => (
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        {methodText(row)}
      </Text>
    ),
  },
  {
    label: 'Period',
    align: 'right',
    cell: ({ periodNumber }) => periodNumber ?? '–',
  },
  ...extraSaleColumns,
];

function refundText(status: string): string {
  return status === 'refunded' ? status : `refund ${status}`;
}
