import { Paper, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Loaded } from '../../parts/loaded.tsx';
import { Plot } from '../../parts/plot.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { type DayCounts, daysBack, foldCounts, rateQuery, rateText } from './delivery-days.ts';

/** Daily successes and failures of the last days, for one webhook or all. */
export function DeliveryRate({ webhookId }: { readonly webhookId?: string }) {
  const days = useMemo(() => daysBack(new Date()), []);
  const query = useGraphql<DayCounts>(rateQuery(days, webhookId));
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Deliveries in the last {days.length} days
        </Title>
        <Loaded query={query}>
          {(counts) => {
            const rows = foldCounts(days, counts);
            const isQuiet = rows.every((row) => row.delivered + row.failed + row.retrying === 0);
            return (
              <>
                <Text size="sm" c="dimmed">
                  {rateText(rows)}
                </Text>
                {isQuiet ? null : (
                  <Plot
                    title="Deliveries by day"
                    kind="bar"
                    x="Day"
                    rows={rows}
                    series={[
                      { name: 'delivered', label: 'Delivered', color: 'teal.6' },
                      { name: 'failed', label: 'Failed', color: 'red.6' },
                      { name: 'retrying', label: 'Being retried', color: 'orange.6' },
                    ]}
                  />
                )}
              </>
            );
          }}
        </Loaded>
      </Stack>
    </Paper>
  );
}
