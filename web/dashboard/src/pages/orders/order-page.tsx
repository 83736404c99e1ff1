import { Button, Paper, Stack, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { confirm } from '../../parts/confirm.tsx';
import { PortalAddress } from '../../parts/copied-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Headline } from '../../parts/headline.tsx';
import { HISTORY, type History, historyMoments, NOTES } from '../../parts/history.ts';
import { IdText } from '../../parts/id-text.tsx';
import { inWords } from '../../parts/in-words.ts';
import { PageLink } from '../../parts/links.tsx';
import { MAX_ROWS } from '../../parts/list-reading.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { NewestOnly } from '../../parts/newest-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { ThingLayout } from '../../parts/thing-layout.tsx';
import { Time } from '../../parts/time.tsx';
import type { Moment } from '../../parts/timeline.ts';
import { TimelineSection } from '../../parts/timeline-section.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { methodText, PAYMENT_ROW } from '../payments/payment-fields.ts';
import { paymentMoments, REFUNDS, type RefundedPayment } from '../payments/payment-moments.ts';
import { PaymentNotices } from '../payments/payment-notices.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { SupportActions } from './order-actions.tsx';
import { BillingFacts, BuyerLink, MetadataBox } from './order-facts.tsx';
import { BILLING_DETAIL, type BillingDetail, ORDER_ROW, type OrderRow } from './order-fields.ts';

interface Order extends OrderRow, History {
  readonly metadata: string | null;
  readonly updatedAt: string;
  readonly billingDetail: BillingDetail;
  readonly priceSnapshot: Readonly<
    Record<'currency' | 'subtotal' | 'taxAmount' | 'total' | 'taxCategory', string>
  >;
  readonly refundedAmount: string;
  readonly onetimeProduct: { readonly id: string; readonly name: string } | null;
  readonly productVersion: { readonly versionNumber: number } | null;
  readonly payments: readonly RefundedPayment[];
  readonly store: { readonly slug: string; readonly testClockAt: string | null };
}

const ORDER = `query ($id: ID!) { onetimeOrder(id: $id) {
  ${ORDER_ROW} metadata updatedAt refundedAmount ${BILLING_DETAIL}
  priceSnapshot { currency subtotal taxAmount total taxCategory }
  onetimeProduct { id name } productVersion { versionNumber } store { slug testClockAt }
  payments(limit: ${MAX_ROWS}) { ${PAYMENT_ROW} ${REFUNDS} }
  ${HISTORY} ${NOTES}
} }`;

/** A one-time order: product, buyer, and every payment attempt. */
export function OrderPage() {
  const id = useId();
  const result = useGraphql<{ onetimeOrder: Order | null }>(ORDER, { id });
  return (
    <Loaded query={result}>
      {({ onetimeOrder: order }) => (order ? <OrderContent order={order} /> : <NoOrder />)}
    </Loaded>
  );
}

function NoOrder() {
  return (
    <PageFrame title="Order" parent={{ page: 'orders', label: 'Orders' }}>
      <EmptyState title="Order not found">
        This store has no order with that ID in this environment. It may belong to the other
        environment.
      </EmptyState>
    </PageFrame>
  );
}

function OrderContent({ order }: { readonly order: Order }) {
  const { currency, total } = order.priceSnapshot;
  return (
    <PageFrame
      title={order.onetimeProduct?.name ?? 'Order for a deleted product'}
      parent={{ page: 'orders', label: 'Orders' }}
      actions={<OrderActions order={order} />}
    >
      <ThingLayout aside={<OrderAside order={order} />}>
        <Headline
          label="Total"
          figure={<Money amount={total} currency={currency} />}
          state={<StatusBadge status={order.status} />}
        >
          <OrderSentence order={order} />
        </Headline>
        <PaymentNotices payments={order.payments} />
        <Stack gap="xs">
          <Title order={2} size="h4">
            Payments
          </Title>
          <PaymentTable caption="Payments of this order" payments={order.payments} />
          <NewestOnly
            count={order.payments.length}
            noun="payments"
            page={`payments?order=${order.id}`}
          />
        </Stack>
        <TimelineSection moments={momentsOf(order)} noted={{ orderId: order.id }} />
      </ThingLayout>
    </PageFrame>
  );
}

/** Payment method and refunds. */
function OrderSentence({ order }: { readonly order: Order }) {
  const { payments, refundedAmount, priceSnapshot, buyerEmail } = order;
  const paid = payments.find(({ status }) => status === 'succeeded');
  const refunded = Number(refundedAmount) > 0;
  return (
    <>
      {paid ? `Paid by ${buyerEmail} with ${methodText(paid)}` : `Ordered by ${buyerEmail}`}
      {refunded ? `, ${moneyText(refundedAmount, priceSnapshot.currency)} refunded` : ''}
    </>
  );
}

function momentsOf(order: Order): readonly Moment[] {
  const { id, createdAt: at, buyerEmail } = order;
  const shared = { key: `${id} ordered`, at, title: 'Ordered', detail: `By ${buyerEmail}` };
  // Events at the same time are shown latest first.
  return [
    ...historyMoments(order),
    ...paymentMoments(order.payments),
    { ...shared, topic: 'money', kind: 'past' },
  ];
}

function OrderAside({ order }: { readonly order: Order }) {
  const { currency, subtotal, taxAmount, taxCategory } = order.priceSnapshot;
  return (
    <>
      <Paper withBorder p="md">
        <Facts
          isNarrow
          facts={{
            ID: <IdText id={order.id} />,
            Buyer: <BuyerLink order={order} />,
            'Before tax': <Money amount={subtotal} currency={currency} />,
            Tax: <Money amount={taxAmount} currency={currency} />,
            'Tax category': inWords(taxCategory),
            'Product version': order.onetimeProduct ? (
              <PageLink page={`products/${order.onetimeProduct.id}`}>
                {`Version ${order.productVersion?.versionNumber ?? '?'}`}
              </PageLink>
            ) : null,
            'External ID': order.orderMerchantExternalId,
            Created: <Time iso={order.createdAt} />,
            'Last change': <Time iso={order.updatedAt} />,
            'Buyer’s portal': <PortalAddress slug={order.store.slug} />,
          }}
        />
      </Paper>
      <BillingFacts billing={order.billingDetail} />
      <MetadataBox metadata={order.metadata} />
    </>
  );
}

/** Support actions: refund a paid order, cancel an unpaid one. */
function OrderActions({ order }: { readonly order: Order }) {
  const { id, status } = order;
  return (
    <>
      {status === 'pending' ? <CancelButton id={id} /> : null}
      <SupportActions order={order} />
    </>
  );
}

function CancelButton({ id }: { readonly id: string }) {
  const { canWrite } = usePlace();
  const cancel = useAction('onetime-order/cancel-order', { done: 'Order canceled' });
  if (!canWrite) return null;
  const ask = () =>
    confirm({
      title: 'Cancel this order?',
      children: 'It hasn’t been paid, and its checkout page will close. This can’t be undone.',
      confirm: 'Cancel order',
      isDangerous: true,
      onConfirm: () => cancel.run({ orderId: id }),
    });
  return (
    <Stack gap="xs">
      <Button color="red" variant="light" loading={cancel.isBusy} onClick={ask}>
        Cancel order
      </Button>
      <Problem error={cancel.error} />
    </Stack>
  );
}
