import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callAction } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import type { Product } from './product.ts';

/** Number of versions read at a time. */
const PAGE = 20;

/** Versions of the product, newest first, and who created them. */
export function ProductVersions({ product: { id } }: { readonly product: Product }) {
  const { environment } = usePlace();
  const versions = useInfiniteQuery({
    queryKey: ['versions', environment, id],
    queryFn: ({ pageParam: cursor }) =>
      callAction('product/list-versions', { id, limit: PAGE, cursor }, environment),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Versions
      </Title>
      <Loaded query={versions}>
        {({ pages }) => (
          <ColumnTable
            caption="Versions"
            rows={pages.flatMap((page) => page.versions)}
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
              {
                label: 'Created',
                cell: ({ createdAt, createdBy }) => (
                  <>
                    <Time iso={createdAt} />
                    {createdBy ? (
                      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                        by {createdBy.email}
                      </Text>
                    ) : null}
                  </>
                ),
              },
              { label: 'Published', cell: (version) => <Time iso={version.publishedAt} /> },
            ]}
          />
        )}
      </Loaded>
      {versions.hasNextPage ? (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          loading={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          Show earlier versions
        </Button>
      ) : null}
    </Card>
  );
}
