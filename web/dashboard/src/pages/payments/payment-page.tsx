import { Paper, Stack, Table, Text, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FramedTable } from '../../parts/framed-table.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { methodText, PAYMENT_ROW, type PaymentRow } from './payment-fields.ts';
import { RefundButton } from './refund-form.tsx';

interface Ticket {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly requestedAmountDetails: { readonly amount: string; readonly currency: string };
}

interface Payment extends PaymentRow {
  readonly snapshotAmountDetails: Readonly<
    Record<'currency' | 'subtotal' | 'taxAmount' | 'total', string>
  >;
  readonly onetimeOrder: { readonly id: string } | null;
  readonly subscriptionOrder: { readonly id: string } | null;
  readonly refundTickets: readonly Ticket[];
}

const PAYMENT = `query ($id: ID!) { payment(id: $id) {
  ${PAYMENT_ROW} snapshotAmountDetails { currency subtotal taxAmount total }
  onetimeOrder { id } subscriptionOrder { id }
  refundTickets { id status reason createdAt requestedAmountDetails { amount currency } }
} }`;

/** One payment: its amount, its order, and what was refunded of it. */
export function PaymentPage() {
  const id = useId();
  const result = useGraphql<{ payment: Payment | null }>(PAYMENT, { id });
  return (
    <Loaded query={result}>
      {({ payment }) =>
        payment ? (
          <PaymentContent payment={payment} />
        ) : (
          <PageFrame title="Payment" parent={{ page: 'payments', label: 'Payments' }}>
            <EmptyState title="No such payment">
              This store has no payment with that id in this environment.
            </EmptyState>
          </PageFrame>
        )
      }
    </Loaded>
  );
}

function PaymentContent({ payment }: { readonly payment: Payment }) {
  const { canWrite } = usePlace();
  const { currency, subtotal, taxAmount } = payment.snapshotAmountDetails;
  const order = payment.onetimeOrder
    ? `orders/${payment.onetimeOrder.id}`
    : `subscriptions/${payment.orderId}`;
  return (
    <PageFrame
      title={`Payment of ${payment.amount.display} ${payment.amount.currency}`}
      parent={{ page: 'payments', label: 'Payments' }}
      actions={canWrite && payment.status === 'succeeded' ? <RefundButton {...payment} /> : null}
    >
      <Paper withBorder p="md">
        <Facts
          facts={{
            Id: <IdText id={payment.id} />,
            Status: <StatusBadge status={payment.status} />,
            Amount: <Money amount={payment.amount.display} currency={currency} />,
            'Before tax': <Money amount={subtotal} currency={currency} />,
            Tax: <Money amount={taxAmount} currency={currency} />,
            'Paid with': methodText(payment),
            Order: <PageLink page={order}>{payment.orderId}</PageLink>,
            ...(payment.periodNumber === null ? {} : { Period: payment.periodNumber }),
            ...(payment.failureReason ? { 'Why it failed': payment.failureReason } : {}),
            Time: <Time iso={payment.createdAt} />,
          }}
        />
      </Paper>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Refunds
        </Title>
        <TicketTable tickets={payment.refundTickets} />
      </Stack>
    </PageFrame>
  );
}

function TicketTable({ tickets }: { readonly tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return <Text c="dimmed">No refunds or requests.</Text>;
  return (
    <Paper withBorder>
      <FramedTable caption="Refunds of this payment" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Reason</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Requested</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tickets.map(({ id, status, reason, createdAt, requestedAmountDetails }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <PageLink page={`refund-tickets/${id}`}>{reason ?? id}</PageLink>
              </Table.Td>
              <Table.Td ta="right">
                <Money {...requestedAmountDetails} />
              </Table.Td>
              <Table.Td>
                <StatusBadge status={status} />
              </Table.Td>
              <Table.Td>
                <Time iso={createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FramedTable>
    </Paper>
  );
}
