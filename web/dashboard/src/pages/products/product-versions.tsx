import { Badge, Card, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callAction } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import type { Product } from './product.ts';

/** Number of versions shown; older ones are available through GraphQL. */
const SHOWN = 20;

/** Earlier versions of the product, and who created them. */
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
          <ColumnTable
            caption="Versions"
            rows={data.versions}
            rowKey={(version) => version.id}
            columns={[
              {
                label: 'Version',
                cell: (version) => (
                  <Group gap={6} wrap="nowrap">
                    {version.versionNumber}
                    {version.isCurrent ? (
                      <Badge variant="default" size="xs" tt="none" flex="none">
                        current
                      </Badge>
                    ) : null}
                  </Group>
                ),
              },
              { label: 'Name', cell: (version) => version.name },
              {
                label: 'Prices',
                cell: (version) =>
                  Object.entries(version.prices)
                    .map(([currency, { amount }]) => moneyText(amount, currency))
                    .join(', '),
              },
              { label: 'Created', cell: (version) => <Time iso={version.createdAt} /> },
              { label: 'By', cell: (version) => version.createdBy?.email ?? '–' },
              { label: 'Published', cell: (version) => <Time iso={version.publishedAt} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
