import { Paper, Stack, Text, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { PortalAddress } from '../../parts/copied-link.tsx';
import { countryName } from '../../parts/country-name.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Headline } from '../../parts/headline.tsx';
import { HISTORY, type History, historyMoments, NOTES, type Note } from '../../parts/history.ts';
import { IdText } from '../../parts/id-text.tsx';
import { inWords } from '../../parts/in-words.ts';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { RefundButton } from '../../parts/refund-form.tsx';
import { SendPortalLink, SendReceipt } from '../../parts/send-buttons.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { ThingLayout } from '../../parts/thing-layout.tsx';
import { Time } from '../../parts/time.tsx';
import { TimelineSection } from '../../parts/timeline-section.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { methodText, PAYMENT_ROW } from './payment-fields.ts';
import { paymentMoments, REFUNDS, type RefundedPayment, type Ticket } from './payment-moments.ts';
import { PaymentNotices } from './payment-notices.tsx';

interface Payment extends RefundedPayment, History {
  readonly refundedAmount: string;
  readonly snapshotAmountDetails: Readonly<
    Record<'currency' | 'subtotal' | 'taxAmount' | 'total', string>
  >;
  readonly onetimeOrder: { readonly id: string; readonly notes: readonly Note[] } | null;
  readonly subscriptionOrder: { readonly notes: readonly Note[] } | null;
  readonly store: { readonly slug: string; readonly testClockAt: string | null };
}

const PAYMENT = `query ($id: ID!) { payment(id: $id) {
  ${PAYMENT_ROW} snapshotAmountDetails { currency subtotal taxAmount total }
  refundedAmount onetimeOrder { id ${NOTES} } subscriptionOrder { ${NOTES} }
  store { slug testClockAt } ${REFUNDS} ${HISTORY}
} }`;

/** One payment: its amount, order and refunds. */
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
            <EmptyState title="Payment not found">
              This store has no payment with that ID in this environment.
            </EmptyState>
          </PageFrame>
        )
      }
    </Loaded>
  );
}

function PaymentContent({ payment }: { readonly payment: Payment }) {
  const { currency } = payment.snapshotAmountDetails;
  const { refundedAmount, failureReason, onetimeOrder, subscriptionOrder } = payment;
  // Notes belong to the order.
  const { notes = [] } = onetimeOrder ?? subscriptionOrder ?? {};
  return (
    <PageFrame
      title={`Payment of ${moneyText(payment.amount.display, currency)}`}
      parent={{ page: 'payments', label: 'Payments' }}
      actions={<PaymentActions payment={payment} />}
    >
      <ThingLayout aside={<PaymentFacts payment={payment} />}>
        <Headline
          label="Amount"
          figure={<Money amount={payment.amount.display} currency={currency} />}
          state={<StatusBadge status={payment.status} />}
        >
          {failureReason ? `Failed: ${inWords(failureReason)}` : `With ${methodText(payment)}`}
          {Number(refundedAmount) > 0 ? `, ${moneyText(refundedAmount, currency)} refunded` : ''}
        </Headline>
        <PaymentNotices payments={[payment]} />
        <Stack gap="xs">
          <Title order={2} size="h4">
            Refunds
          </Title>
          <TicketTable tickets={payment.refundTickets} />
        </Stack>
        <TimelineSection
          moments={[...historyMoments({ ...payment, notes }), ...paymentMoments([payment])]}
          noted={{ orderId: payment.orderId }}
        />
      </ThingLayout>
    </PageFrame>
  );
}

function PaymentActions({ payment }: { readonly payment: Payment }) {
  const { canWrite } = usePlace();
  if (!canWrite) return null;
  if (payment.status !== 'succeeded') {
    return <SendPortalLink orderId={payment.orderId} buyerEmail={payment.buyerEmail} />;
  }
  return (
    <>
      <RefundButton payment={payment} testClockAt={payment.store.testClockAt} />
      <SendReceipt paymentId={payment.id} buyerEmail={payment.buyerEmail} />
      <SendPortalLink orderId={payment.orderId} buyerEmail={payment.buyerEmail} />
    </>
  );
}

function PaymentFacts({ payment }: { readonly payment: Payment }) {
  const { currency, subtotal, taxAmount } = payment.snapshotAmountDetails;
  const order = `${payment.onetimeOrder ? 'orders' : 'subscriptions'}/${payment.orderId}`;
  const buyer = `customers?email=${encodeURIComponent(payment.buyerEmail)}`;
  return (
    <Paper withBorder p="md">
      <Facts
        isNarrow
        facts={{
          ID: <IdText id={payment.id} />,
          Buyer: <PageLink page={buyer}>{payment.buyerEmail}</PageLink>,
          Order: <PageLink page={order}>{payment.orderId}</PageLink>,
          'Before tax': <Money amount={subtotal} currency={currency} />,
          Tax: <Money amount={taxAmount} currency={currency} />,
          'Paid with': methodText(payment),
          ...(payment.periodNumber === null ? {} : { Period: payment.periodNumber }),
          Country: payment.billingCountry && countryName(payment.billingCountry),
          'External ID': payment.orderMerchantExternalId,
          Time: <Time iso={payment.createdAt} />,
          'Buyer’s portal': <PortalAddress slug={payment.store.slug} />,
        }}
      />
    </Paper>
  );
}

function TicketTable({ tickets }: { readonly tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return <Text c="dimmed">No refunds or requests.</Text>;
  return (
    <Paper withBorder>
      <ColumnTable
        caption="Refunds of this payment"
        verticalSpacing="sm"
        rows={tickets}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Reason',
            cell: ({ id, reason }) => (
              <PageLink page={`refund-tickets/${id}`}>{reason ?? id}</PageLink>
            ),
          },
          {
            label: 'Amount',
            align: 'right',
            cell: ({ requestedAmountDetails }) => <Money {...requestedAmountDetails} />,
          },
          { label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Requested', cell: ({ createdAt }) => <Time iso={createdAt} /> },
        ]}
      />
    </Paper>
  );
}
