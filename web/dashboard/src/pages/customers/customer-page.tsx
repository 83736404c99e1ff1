import { Paper, Table, Text } from '@mantine/core';
import { moneyText } from '../../parts/amounts.ts';
import { Facts } from '../../parts/facts.tsx';
import { FramedTable } from '../../parts/framed-table.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Day } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';

interface Bought {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
}

interface Spent {
  readonly currency: string;
  readonly netAmount: string;
  readonly refundedAmount: string;
  readonly paymentCount: number;
}

interface Customer {
  readonly createdAt: string;
  readonly orderCount: number;
  readonly billingCountry: string | null;
  readonly spent: readonly Spent[];
}

interface Purchases {
  readonly customers: readonly Customer[];
  readonly onetimeOrders: readonly (Bought & {
    readonly priceSnapshot: { readonly currency: string; readonly total: string };
    readonly onetimeProduct: { readonly name: string } | null;
  })[];
  readonly subscriptionOrders: readonly (Bought & {
    readonly billingPeriod: string;
    readonly priceSnapshot: {
      readonly currency: string;
      readonly regularPhase: { readonly total: string };
    };
    readonly subscriptionProduct: { readonly name: string } | null;
  })[];
}

const PURCHASES = `query ($storeId: ID!, $email: String!) {
  customers(storeId: $storeId, filter: { email: { eqIgnoreCase: $email } }, limit: 1) {
    createdAt orderCount billingCountry spent { currency netAmount refundedAmount paymentCount }
  }
  onetimeOrders(storeId: $storeId, filter: { buyerEmail: { eqIgnoreCase: $email } }, limit: 100) {
    id status createdAt priceSnapshot { currency total } onetimeProduct { name }
  }
  subscriptionOrders(storeId: $storeId, filter: { buyerEmail: { eqIgnoreCase: $email } }, limit: 100) {
    id status createdAt billingPeriod priceSnapshot { currency regularPhase { total } }
    subscriptionProduct { name }
  }
}`;

/** Everything that was bought with one email address. */
export function CustomerPage({ email }: { readonly email: string }) {
  const result = useGraphql<Purchases>(PURCHASES, { email });
  return (
    <PageFrame title={email} parent={{ page: 'customers', label: 'Customers' }}>
      <Loaded query={result}>
        {(purchases) => (
          <>
            {purchases.customers.map((customer) => (
              <CustomerFacts key={email} customer={customer} />
            ))}
            <PurchaseTable rows={rowsOf(purchases)} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** What the buyer paid in all, since when, and from where. */
function CustomerFacts({
  customer: { createdAt, orderCount, billingCountry, spent },
}: {
  readonly customer: Customer;
}) {
  const paid = spent.map(({ currency, netAmount }) => moneyText(netAmount, currency));
  const back = spent
    .filter(({ refundedAmount }) => Number(refundedAmount) > 0)
    .map(({ currency, refundedAmount }) => moneyText(refundedAmount, currency));
  return (
    <Paper withBorder p="md">
      <Facts
        facts={{
          'Total spent': paid.join(', ') || null,
          Refunded: back.join(', ') || null,
          'Customer since': <Day iso={createdAt} />,
          Orders: orderCount.toLocaleString('en'),
          Country: billingCountry,
        }}
      />
    </Paper>
  );
}

interface Row extends Bought {
  readonly page: string;
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
  readonly every: string;
}

function rowsOf({ onetimeOrders, subscriptionOrders }: Purchases): readonly Row[] {
  const once = onetimeOrders.map((order) => ({
    ...order,
    page: `orders/${order.id}`,
    name: order.onetimeProduct?.name ?? 'Deleted product',
    amount: order.priceSnapshot.total,
    currency: order.priceSnapshot.currency,
    every: '',
  }));
  const plans = subscriptionOrders.map((order) => ({
    ...order,
    page: `subscriptions/${order.id}`,
    name: order.subscriptionProduct?.name ?? 'Deleted product',
    amount: order.priceSnapshot.regularPhase.total,
    currency: order.priceSnapshot.currency,
    every: order.billingPeriod,
  }));
  return [...once, ...plans].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function PurchaseTable({ rows }: { readonly rows: readonly Row[] }) {
  if (rows.length === 0) {
    return <Text>No purchases with this address in this environment.</Text>;
  }
  return (
    <Paper withBorder>
      <FramedTable caption="Purchases" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Product</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Price</Table.Th>
            <Table.Th>Ordered</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <PageLink page={row.page}>{row.name}</PageLink>
              </Table.Td>
              <Table.Td>
                <StatusBadge status={row.status} />
              </Table.Td>
              <Table.Td ta="right">
                <Money amount={row.amount} currency={row.currency} /> {row.every}
              </Table.Td>
              <Table.Td>
                <Day iso={row.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FramedTable>
    </Paper>
  );
}
