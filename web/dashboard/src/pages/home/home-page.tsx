import { SimpleGrid } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Soon } from '../../parts/soon.tsx';
import { FirstHour } from './first-hour.tsx';
import { OrdersCard } from './orders-card.tsx';
import { timeRangeOf, useProgress } from './progress.ts';
import { RevenueCard } from './revenue-card.tsx';
import { SubscriptionsCard } from './subscriptions-card.tsx';

/** How the store is doing, and what a newcomer does next. */
export function HomePage() {
  const { store } = usePlace();
  const progress = useProgress();
  return (
    <PageFrame title="Home" lead={`How ${store.name} did in the last 30 days.`}>
      <Loaded query={progress}>
        {(found) => {
          const timeRange = timeRangeOf(found);
          return (
            <>
              <FirstHour progress={found} />
              <Soon>
                <SimpleGrid cols={{ base: 1, lg: 2 }}>
                  <RevenueCard timeRange={timeRange} />
                  <OrdersCard timeRange={timeRange} />
                  <SubscriptionsCard />
                </SimpleGrid>
              </Soon>
            </>
          );
        }}
      </Loaded>
    </PageFrame>
  );
}
