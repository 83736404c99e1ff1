import { Card, Stack, Title } from '@mantine/core';
import { usePlace } from '../app/place.ts';
import { NoteForm, type NoteSubject } from './note-form.tsx';
import type { Moment } from './timeline.ts';
import { ThingTimeline } from './timeline.tsx';

/** A page's timeline, with a form for notes on an order or customer. */
export function TimelineSection({
  moments,
  noted,
}: {
  readonly moments: readonly Moment[];
  readonly noted?: NoteSubject | undefined;
}) {
  const { canWrite } = usePlace();
  return (
    <Card withBorder component="section" aria-labelledby="timeline">
      <Stack gap="md">
        <Title order={2} size="h4" id="timeline">
          Timeline
        </Title>
        {noted && canWrite ? <NoteForm subject={noted} /> : null}
        <ThingTimeline moments={moments} />
      </Stack>
    </Card>
  );
}
