import { Card, Group, Text, Title } from '@mantine/core';
import { ColumnTable } from '../../parts/column-table.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { Time } from '../../parts/time.tsx';
import { useReading } from '../../parts/use-graphql.ts';
import { latestSalesReading } from './home-readings.ts';
import type { Liveness } from './use-live.ts';

interface Named {
  readonly name: string;
}

interface Sale {
  readonly id: string;
  readonly buyerEmail: string;
  readonly createdAt: string;
  readonly isSubscription: boolean;
  readonly amount: { readonly display: string; readonly currency: string };
  readonly onetimeOrder: { readonly onetimeProduct: Named | null } | null;
  readonly subscriptionOrder: { readonly subscriptionProduct: Named | null } | null;
}

const LIVE: Readonly<Record<Liveness, string>> = {
  live: 'Live',
  waiting: 'Connecting…',
};

/** The latest succeeded payments, updated live. */
export function LatestSales({ liveness }: { readonly liveness: Liveness }) {
  const query = useReading<{ payments: readonly Sale[] }>(latestSalesReading);
  return (
    <Card withBorder padding="md" component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="sm" fw={600}>
          Latest sales
        </Title>
        <Text size="xs" className={liveness === 'live' ? 'good' : 'same'}>
          {LIVE[liveness]}
        </Text>
      </Group>
      <Loaded query={query}>{({ payments }) => <SaleTable sales={payments} />}</Loaded>
    </Card>
  );
}

function SaleTable({ sales }: { readonly sales: readonly Sale[] }) {
  if (sales.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        Nothing has been sold yet. Your first sale will appear here.
      </Text>
    );
  }
  return (
    <ColumnTable
      caption="Latest sales"
      rows={sales}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'Product',
          cell: ({ id, ...of }) => <PageLink page={`payments/${id}`}>{nameOf(of)}</PageLink>,
        },
        { label: 'Buyer', cell: ({ buyerEmail }) => buyerEmail },
        {
          label: 'Charged',
          align: 'right',
          cell: ({ amount }) => <Money amount={amount.display} currency={amount.currency} />,
        },
        { label: 'Time', cell: ({ createdAt }) => <Time iso={createdAt} /> },
      ]}
    />
  );
}

function nameOf({
  onetimeOrder,
  subscriptionOrder,
}: Pick<Sale, 'onetimeOrder' | 'subscriptionOrder'>): string {
  const product = onetimeOrder?.onetimeProduct ?? subscriptionOrder?.subscriptionProduct;
  return product?.name ?? 'Deleted product';
}
