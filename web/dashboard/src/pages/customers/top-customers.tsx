import { Group, Paper, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { ColumnTable } from '../../parts/column-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { Day } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';

interface Customer {
  readonly buyerEmail: string;
  readonly totalSpent: string;
  readonly orderCount: number;
  readonly firstPurchaseDate: string;
  readonly lastPurchaseDate: string;
}

const CURRENCIES = `query ($storeId: ID!) { orderStatistics(storeId: $storeId) {
  revenueByCurrency { currency totalAmount }
} }`;

const TOP = `query ($storeId: ID!, $currency: String!) { customerAnalysis(storeId: $storeId) {
  topCustomers(limit: 100, currency: $currency) {
    buyerEmail totalSpent orderCount firstPurchaseDate lastPurchaseDate
  }
} }`;

/** The hundred buyers who spent the most in a currency. */
export function TopCustomers() {
  const result = useGraphql<{
    orderStatistics: { revenueByCurrency: readonly { readonly currency: string }[] };
  }>(CURRENCIES);
  return (
    <Loaded query={result}>
      {({ orderStatistics: { revenueByCurrency } }) =>
        revenueByCurrency.length === 0 ? (
          <Paper withBorder>
            <EmptyState title="No customers yet">
              Customers appear here by email address after their first payment.
            </EmptyState>
          </Paper>
        ) : (
          <CustomerTable currencies={revenueByCurrency.map(({ currency }) => currency)} />
        )
      }
    </Loaded>
  );
}

function CustomerTable({ currencies }: { readonly currencies: readonly string[] }) {
  const [currency, setCurrency] = useState(currencies[0] as string);
  const result = useGraphql<{ customerAnalysis: { topCustomers: readonly Customer[] } }>(TOP, {
    currency,
  });
  return (
    <Paper withBorder>
      <Group p="sm" align="flex-end">
        <Select
          label="Currency"
          size="xs"
          data={[...currencies]}
          value={currency}
          onChange={(chosen) => chosen && setCurrency(chosen)}
          allowDeselect={false}
        />
      </Group>
      <Loaded query={result}>
        {({ customerAnalysis }) => (
          <CustomerRows customers={customerAnalysis.topCustomers} currency={currency} />
        )}
      </Loaded>
    </Paper>
  );
}

function CustomerRows({
  customers,
  currency,
}: {
  readonly customers: readonly Customer[];
  readonly currency: string;
}) {
  return (
    <>
      <ColumnTable
        caption="Customers"
        verticalSpacing="sm"
        highlightOnHover
        rows={customers}
        rowKey={(customer) => customer.buyerEmail}
        columns={[
          {
            label: 'Buyer',
            cell: (customer) => (
              <PageLink page={`customers?email=${encodeURIComponent(customer.buyerEmail)}`}>
                {customer.buyerEmail}
              </PageLink>
            ),
          },
          {
            label: 'Spent',
            align: 'right',
            cell: (customer) => <Money amount={customer.totalSpent} currency={currency} />,
          },
          { label: 'Orders', align: 'right', cell: (customer) => customer.orderCount },
          { label: 'First purchase', cell: (customer) => <Day iso={customer.firstPurchaseDate} /> },
          { label: 'Last purchase', cell: (customer) => <Day iso={customer.lastPurchaseDate} /> },
        ]}
      />
      {customers.length === 0 ? <Text p="sm">No payments in {currency} yet.</Text> : null}
    </>
  );
}
