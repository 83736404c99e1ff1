import { Card, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { countryName } from '../../parts/country-name.ts';
import { FramedTable } from '../../parts/framed-table.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Money } from '../../parts/money.tsx';
import type { CurrencyFigures } from './home-readings.ts';

const MAX_COUNTRIES = 5;

/** What sold best, and where. */
export function TopLists({
  figures,
  currency,
}: {
  readonly figures: CurrencyFigures;
  readonly currency: string;
}) {
  const { topByRevenue } = figures.products;
  const { revenueByCountry } = figures.countries;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <TopList title="Top products" first="Product" count="Orders">
        {topByRevenue.map(({ productId, productName, orderCount, totalRevenue }) => (
          <Line
            key={productId}
            name={<PageLink page={`products/${productId}`}>{productName}</PageLink>}
            count={orderCount}
            amount={<Money amount={totalRevenue} currency={currency} />}
          />
        ))}
      </TopList>
      <TopList title="Top countries" first="Country" count="Payments">
        {revenueByCountry.slice(0, MAX_COUNTRIES).map(({ country, paymentCount, totalAmount }) => (
          <Line
            key={country}
            name={
              country ? (
                <PageLink
                  page={`payments?status=succeeded&currency=${currency}&country=${country}`}
                >
                  {countryName(country)}
                </PageLink>
              ) : (
                'Not known'
              )
            }
            count={paymentCount}
            amount={<Money amount={totalAmount} currency={currency} />}
          />
        ))}
      </TopList>
    </SimpleGrid>
  );
}

function TopList({
  title,
  first,
  count,
  children,
}: {
  readonly title: string;
  readonly first: string;
  readonly count: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} size="sm" fw={600} mb="xs">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nothing was sold in this range.
        </Text>
      ) : (
        <FramedTable caption={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{first}</Table.Th>
              <Table.Th ta="right">{count}</Table.Th>
              <Table.Th ta="right">Charged</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </FramedTable>
      )}
    </Card>
  );
}

function Line({
  name,
  count,
  amount,
}: {
  readonly name: ReactNode;
  readonly count: number;
  readonly amount: ReactNode;
}) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td ta="right">{count.toLocaleString('en')}</Table.Td>
      <Table.Td ta="right">{amount}</Table.Td>
    </Table.Tr>
  );
}
