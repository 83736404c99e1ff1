import { Alert, Group, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { PageLink } from '../../parts/links.tsx';
import type { Overview } from './home-readings.ts';
import { type HomeRange, listedDays } from './range.ts';

/** Open issues, each with a link; renders nothing if there are none. */
export function Attention({
  overview: { pastDue, failed, requested },
  shown: { range },
}: {
  readonly overview: Overview;
  readonly shown: HomeRange;
}) {
  const { canWrite } = usePlace();
  const all = [
    {
      count: pastDue,
      words: ['subscription is past due', 'subscriptions are past due'],
      page: 'subscriptions?status=past_due',
    },
    {
      count: failed,
      words: ['payment failed in this range', 'payments failed in this range'],
      page: `payments?status=failed&created=${listedDays(range)}`,
    },
    {
      count: requested,
      words: ['refund request to decide', 'refund requests to decide'],
      page: 'refund-tickets?status=pending',
    },
  ].filter(({ count }) => count > 0);
  if (all.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      title={canWrite ? 'Needs your attention' : 'Needs attention'}
    >
      <Group gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {all.map(({ count, words: [one, many], page }) => (
          <Text component="li" size="sm" key={page}>
            <PageLink page={page} inherit c="inherit" underline="always">
              {`${count.toLocaleString('en')} ${count === 1 ? one : many}`}
            </PageLink>
          </Text>
        ))}
      </Group>
    </Alert>
  );
}
