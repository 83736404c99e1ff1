import { Accordion, Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callAction, type Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Choice } from '../../parts/filter-inputs.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { EVENT_TYPES } from '../webhooks/event-groups.ts';
import type { EventType } from '../webhooks/webhooks.ts';
import { JsonText } from './json-text.tsx';

type StoreEvent = Output<'event/list-events'>['events'][number];

/** The store's events, whether or not a webhook subscribes to them. */
export function EventsPage() {
  const address = useAddress();
  const eventType = EVENT_TYPES.find((type) => type === address.values.event) ?? null;
  return (
    <PageFrame
      title="Events"
      parent={{ page: 'deliveries', label: 'Deliveries' }}
      lead="Every event of the last 90 days, whether or not a webhook subscribes to it. Newest first."
    >
      <Group>
        <Choice
          name="event"
          label="Event"
          data={EVENT_TYPES.map((type) => ({ value: type, label: type }))}
          listing={address}
        />
      </Group>
      <EventList eventType={eventType} />
    </PageFrame>
  );
}

function EventList({ eventType }: { readonly eventType: EventType | null }) {
  const { environment, store } = usePlace();
  const query = useInfiniteQuery({
    queryKey: ['events', environment, store.id, eventType],
    queryFn: ({ pageParam }) =>
      callAction(
        'event/list-events',
        { storeId: store.id, eventType, cursor: pageParam },
        environment,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        if (events.length === 0) return <NoEvents isFiltered={eventType !== null} />;
        return (
          <Stack>
            <Accordion variant="contained" chevronPosition="left">
              {events.map((event) => (
                <EventEntry key={event.id} event={event} />
              ))}
            </Accordion>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" role="status">
                {events.length === 1 ? '1 event' : `${events.length} events`}
                {query.hasNextPage ? ' so far' : ''}
              </Text>
              {query.hasNextPage ? (
                <Button
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => query.fetchNextPage()}
                >
                  Show earlier events
                </Button>
              ) : null}
            </Group>
          </Stack>
        );
      }}
    </Loaded>
  );
}

function EventEntry({ event: { id, createdAt, payload } }: { readonly event: StoreEvent }) {
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group gap="sm">
          <Text fw={500}>{String(payload.eventType)}</Text>
          <Code>{String(payload.eventId)}</Code>
          <Text size="sm" c="dimmed">
            <Time iso={createdAt} />
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <JsonText text={JSON.stringify(payload)} label="Body of the event" />
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Paper withBorder>
      <EmptyState title={isFiltered ? 'No events of this type' : 'No events yet'}>
        {isFiltered
          ? 'Choose another type, or clear the filter.'
          : 'Events about orders, subscriptions and refunds in this environment appear here.'}
      </EmptyState>
    </Paper>
  );
}
