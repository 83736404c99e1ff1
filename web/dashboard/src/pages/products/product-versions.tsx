import { Badge, Card, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callAction } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { FramedTable } from '../../parts/framed-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import type { Product } from './product.ts';

/** Versions that are shown; older ones can be read by GraphQL. */
const SHOWN = 20;

/** What the product was before, and who changed it. */
export function ProductVersions({ product: { id } }: { readonly product: Product }) {
  const { environment } = usePlace();
  const versions = useQuery({
    queryKey: ['versions', environment, id],
    queryFn: () => callAction('product/list-versions', { id, limit: SHOWN }, environment),
  });
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Versions
      </Title>
      <Loaded query={versions}>
        {(data) => (
          <FramedTable caption="Versions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Version</Table.Th>
                <Table.Th>Name</Table.Th>
                <Table.Th>Prices</Table.Th>
                <Table.Th>Made</Table.Th>
                <Table.Th>By</Table.Th>
                <Table.Th>Published</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.versions.map((version) => (
                <Table.Tr key={version.id}>
                  <Table.Td>
                    {version.versionNumber}{' '}
                    {version.isCurrent ? (
                      <Badge variant="default" size="xs" tt="none" miw="fit-content">
                        shown
                      </Badge>
                    ) : null}
                  </Table.Td>
                  <Table.Td>{version.name}</Table.Td>
                  <Table.Td>
                    {Object.entries(version.prices)
                      .map(([currency, { amount }]) => moneyText(amount, currency))
                      .join(', ')}
                  </Table.Td>
                  <Table.Td>
                    <Time iso={version.createdAt} />
                  </Table.Td>
                  <Table.Td>{version.createdBy?.email ?? '–'}</Table.Td>
                  <Table.Td>
                    <Time iso={version.publishedAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </FramedTable>
        )}
      </Loaded>
    </Card>
  );
}
