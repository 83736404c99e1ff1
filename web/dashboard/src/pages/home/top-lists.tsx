import { Card, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColumnTable, type ShownColumn } from '../../parts/column-table.tsx';
import { countryName } from '../../parts/country-name.ts';
import { PageLink } from '../../parts/links.tsx';
import { Money } from '../../parts/money.tsx';
import type { TopFigures } from './home-readings.ts';
import { type HomeRange, listedDays } from './range.ts';

const MAX_COUNTRIES = 5;

type ProductRow = TopFigures['products']['netRevenueByProduct'][number];
type CountryRow = TopFigures['countries']['revenueByCountry'][number];

/** Top products and countries. */
export function TopLists({
  figures,
  currency,
  shown: { range },
}: {
  readonly figures: TopFigures;
  readonly currency: string;
  readonly shown: HomeRange;
}) {
  const paid = `payments?status=succeeded&currency=${currency}&created=${listedDays(range)}`;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <TopList
        title="Top products"
        rows={figures.products.netRevenueByProduct}
        rowKey={({ productId }) => productId}
        columns={[
          { label: 'Product', cell: productCell },
          { label: 'Charged', align: 'right', cell: (row) => money(row.grossAmount) },
          { label: 'Refunded', align: 'right', cell: (row) => money(row.refundedAmount) },
          { label: 'Net', align: 'right', cell: (row) => money(row.netAmount) },
        ]}
      />
      <TopList
        title="Top countries"
        rows={figures.countries.revenueByCountry.slice(0, MAX_COUNTRIES)}
        rowKey={({ country }) => country ?? ''}
        columns={[
          { label: 'Country', cell: ({ country }) => countryCell(country, paid) },
          { label: 'Payments', align: 'right', cell: countCell },
          { label: 'Charged', align: 'right', cell: (row) => money(row.totalAmount) },
        ]}
      />
    </SimpleGrid>
  );
}

const productCell = ({ productId, productName }: ProductRow) => (
  <PageLink page={`products/${productId}`}>{productName}</PageLink>
);
const countCell = ({ paymentCount }: CountryRow) => paymentCount.toLocaleString('en');

function countryCell(country: string | null, paid: string): ReactNode {
  if (!country) return 'Unknown';
  return <PageLink page={`${paid}&country=${country}`}>{countryName(country)}</PageLink>;
}

interface TopListProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly ShownColumn<Row>[];
}

function TopList<Row>({ title, ...table }: TopListProps<Row>) {
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} size="sm" fw={600} mb="xs">
        {title}
      </Title>
      {table.rows.length === 0 ? (
        <Text c="dimmed" size="sm">
          No sales in this range.
        </Text>
      ) : (
        <ColumnTable caption={title} {...table} />
      )}
    </Card>
  );
}
