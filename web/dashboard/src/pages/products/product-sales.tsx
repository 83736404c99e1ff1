import { Card, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { moneyText } from '../../parts/amounts.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { Headline } from '../../parts/headline.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { MoneyLines } from '../../parts/money-lines.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Day } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import type { Product, ShownProduct } from './product.ts';

/** Number of orders shown here; the list has all of them. */
const SHOWN = 5;

interface OrderRow {
  readonly id: string;
  readonly status: string;
  readonly buyerEmail: string;
  readonly currency: string;
  readonly paidAmount: string;
  readonly createdAt: string;
}

const ORDERS = `query ($storeId: ID!, $productId: String!) {
  orders(storeId: $storeId, filter: { productId: { eq: $productId } }, limit: ${SHOWN}) {
    id status buyerEmail currency paidAmount createdAt
  }
}`;

/** The product's revenue and number of orders. */
export function ProductHeadline({
  product: { kind, sold, status },
}: {
  readonly product: ShownProduct;
}) {
  const sums = sold.map(({ currency, netAmount: amount }) => ({ amount, currency }));
  const refunds = sold
    .filter(({ refundedAmount }) => Number(refundedAmount) > 0)
    .map(({ currency, refundedAmount }) => moneyText(refundedAmount, currency));
  const units = sold.reduce((sum, { orderCount }) => sum + orderCount, 0);
  const noun = kind === 'onetime' ? 'sold' : units === 1 ? 'subscription' : 'subscriptions';
  return (
    <Headline
      label="Net revenue"
      figure={sold.length === 0 ? 'Nothing yet' : <MoneyLines sums={sums} />}
      state={<StatusBadge status={status} />}
    >
      {[`${units.toLocaleString('en')} ${noun}`, ...refunds.map((sum) => `${sum} refunded`)].join(
        ', ',
      )}
    </Headline>
  );
}

/** The latest orders of the product. */
export function RecentOrders({ product: { id, kind } }: { readonly product: Product }) {
  const result = useGraphql<{ orders: readonly OrderRow[] }>(ORDERS, { productId: id });
  const list = kind === 'onetime' ? 'orders' : 'subscriptions';
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Recent orders
        </Title>
        <PageLink page={`${list}?product=${id}`}>All orders of this product</PageLink>
      </Group>
      <Loaded query={result}>
        {({ orders }) =>
          orders.length === 0 ? (
            <Card withBorder>
              <Text c="dimmed">No orders yet.</Text>
            </Card>
          ) : (
            <Paper withBorder>
              <ColumnTable
                caption="Recent orders"
                rows={orders}
                rowKey={(order) => order.id}
                columns={[
                  {
                    label: 'Buyer',
                    cell: (order) => (
                      <PageLink page={`${list}/${order.id}`}>{order.buyerEmail}</PageLink>
                    ),
                  },
                  { label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
                  {
                    label: 'Paid',
                    align: 'right',
                    cell: ({ paidAmount, currency }) => (
                      <Money amount={paidAmount} currency={currency} />
                    ),
                  },
                  { label: 'Ordered', cell: ({ createdAt }) => <Day iso={createdAt} /> },
                ]}
              />
            </Paper>
          )
        }
      </Loaded>
    </Stack>
  );
}
