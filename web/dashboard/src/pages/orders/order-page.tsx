import { Button, Paper, Stack, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { PAYMENT_ROW, type PaymentRow } from '../payments/payment-fields.ts';
import { PaymentTable } from '../payments/payment-table.tsx';
import { RefundButton } from '../payments/refund-form.tsx';
import { BillingFacts, BuyerLink, MetadataBox } from './order-facts.tsx';
import { BILLING_DETAIL, type BillingDetail, ORDER_ROW, type OrderRow } from './order-fields.ts';

interface Order extends OrderRow {
  readonly metadata: string | null;
  readonly updatedAt: string;
  readonly billingDetail: BillingDetail;
  readonly priceSnapshot: Readonly<
    Record<'currency' | 'subtotal' | 'taxAmount' | 'total' | 'taxCategory', string>
  >;
  readonly onetimeProduct: { readonly id: string; readonly name: string } | null;
  readonly productVersion: { readonly versionNumber: number } | null;
  readonly payments: readonly PaymentRow[];
}

const ORDER = `query ($id: ID!) { onetimeOrder(id: $id) {
  ${ORDER_ROW} metadata updatedAt ${BILLING_DETAIL}
  priceSnapshot { currency subtotal taxAmount total taxCategory }
  onetimeProduct { id name } productVersion { versionNumber }
  payments { ${PAYMENT_ROW} }
} }`;

/** One order that is paid once: what was sold to whom, and every attempt to pay it. */
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
      <EmptyState title="No such order">
        This store has no order with that id in this environment. Orders of the other environment
        are shown after switching to it.
      </EmptyState>
    </PageFrame>
  );
}

function OrderContent({ order }: { readonly order: Order }) {
  const { currency, subtotal, taxAmount, total, taxCategory } = order.priceSnapshot;
  return (
    <PageFrame
      title={order.onetimeProduct?.name ?? 'Order of a deleted product'}
      parent={{ page: 'orders', label: 'Orders' }}
      lead={moneyText(total, currency)}
      actions={<OrderActions order={order} />}
    >
      <Paper withBorder p="md">
        <Facts
          facts={{
            Id: <IdText id={order.id} />,
            Status: <StatusBadge status={order.status} />,
            Total: <Money amount={total} currency={currency} />,
            'Before tax': <Money amount={subtotal} currency={currency} />,
            Tax: <Money amount={taxAmount} currency={currency} />,
            'Tax category': taxCategory,
            Buyer: <BuyerLink order={order} />,
            'Product version': order.onetimeProduct ? (
              <PageLink page={`products/${order.onetimeProduct.id}`}>
                {`Version ${order.productVersion?.versionNumber ?? '?'}`}
              </PageLink>
            ) : null,
            'External id': order.orderMerchantExternalId,
            Created: <Time iso={order.createdAt} />,
            'Last change': <Time iso={order.updatedAt} />,
          }}
        />
      </Paper>
      <BillingFacts billing={order.billingDetail} />
      <Stack gap="xs">
        <Title order={2} size="h4">
          Payments
        </Title>
        <PaymentTable caption="Payments of this order" payments={order.payments} />
      </Stack>
      <MetadataBox metadata={order.metadata} />
    </PageFrame>
  );
}

/** What support does with an order: what was paid is refunded, what wasn't is canceled. */
function OrderActions({ order: { id, status, payments } }: { readonly order: Order }) {
  const { canWrite } = usePlace();
  const paid = payments.find((payment) => payment.status === 'succeeded');
  if (status === 'pending') return <CancelButton id={id} />;
  return canWrite && paid ? <RefundButton {...paid} /> : null;
}

function CancelButton({ id }: { readonly id: string }) {
  const { canWrite } = usePlace();
  const cancel = useAction('onetime-order/cancel-order', { done: 'Order canceled' });
  if (!canWrite) return null;
  const ask = () =>
    confirm({
      title: 'Cancel this order?',
      children: 'It hasn’t been paid. Its checkout page closes. This can’t be undone.',
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
