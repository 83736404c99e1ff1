import { Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/links.tsx';
import { MAX_ROWS } from '../../parts/list-reading.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { AdvanceClock } from './advance-clock.tsx';
import { nextDueAfter, type RunningSubscription, type Upcoming, upcomingOf } from './upcoming.ts';

interface ClockData {
  readonly store: { readonly testClockAt: string | null };
  readonly subscriptionOrders: readonly RunningSubscription[];
}

const CLOCK = `query ($storeId: ID!) {
  store(id: $storeId) { testClockAt }
  subscriptionOrders(
    storeId: $storeId, filter: { status: { in: ["active", "canceling", "past_due"] } }
    orderBy: NEXT_STEP_AT_ASC, limit: ${MAX_ROWS}
  ) {
    id status buyerEmail nextStepAt isInTrial
    priceSnapshot { currency regularPhase { total } } subscriptionProduct { name }
    scheduledChange { subscriptionProduct { name } }
  }
}`;

/** Number of rows shown at first. */
const SHOWN = 10;

/** The store's time in test, upcoming events, and controls to advance it. */
export function TestClockPage() {
  const { environment } = usePlace();
  const result = useGraphql<ClockData>(CLOCK, {}, { enabled: environment === 'test' });
  return (
    <PageFrame
      title="Test clock"
      lead="Move this store’s test time forward to trigger renewals, trial ends and reminders."
    >
      {environment === 'test' ? (
        <Loaded query={result}>{(data) => <ClockContent data={data} />}</Loaded>
      ) : (
        <Paper withBorder>
          <EmptyState title="Live time can’t be moved">
            Switch to test to watch a year of a subscription go by in seconds.
          </EmptyState>
        </Paper>
      )}
    </PageFrame>
  );
}

function ClockContent({ data }: { readonly data: ClockData }) {
  const real = new Date().toISOString();
  const moved = data.store.testClockAt;
  const now = moved !== null && moved > real ? moved : real;
  const upcoming = upcomingOf(data.subscriptionOrders);
  return (
    <>
      <Paper withBorder p="md">
        <Text size="sm" c="dimmed">
          {now === moved ? 'The store’s time in test' : 'Test time is real time'}
        </Text>
        <Text size="xl" fw={600}>
          <Time iso={now} />
        </Text>
      </Paper>
      <AdvanceClock now={now} nextDue={nextDueAfter(upcoming, now)} />
      <Stack gap="xs">
        <Title order={2} size="h4">
          Upcoming events
        </Title>
        <UpcomingList upcoming={upcoming} />
      </Stack>
    </>
  );
}

function UpcomingList({ upcoming }: { readonly upcoming: readonly Upcoming[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (upcoming.length === 0) {
    return (
      <Text c="dimmed">
        Nothing is due: no subscription in test is about to renew or end. Buy a plan with a test
        card first.
      </Text>
    );
  }
  return (
    <>
      <Timeline bulletSize={16} lineWidth={2} active={-1}>
        {upcoming.slice(0, isWhole ? undefined : SHOWN).map(({ orderId, at, what, who }) => (
          <Timeline.Item
            key={orderId}
            title={<PageLink page={`subscriptions/${orderId}`}>{what}</PageLink>}
          >
            <Text size="sm" c="dimmed">
              <Time iso={at} /> · {who}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {isWhole || upcoming.length <= SHOWN ? null : (
        <Group>
          <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
            Show {upcoming.length - SHOWN} more
          </Button>
        </Group>
      )}
    </>
  );
}
