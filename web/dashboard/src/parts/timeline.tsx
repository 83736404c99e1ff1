import { Button, Chip, Group, Stack, Text, Timeline } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../app/place.ts';
import { DeleteNote } from './delete-note.tsx';
import { PageLink } from './links.tsx';
import { Time } from './time.tsx';
import { type Moment, sortMoments, TOPICS, type Topic } from './timeline.ts';

const COLORS = { past: 'green', problem: 'red', next: 'blue' } as const;
/** Number of entries shown at first. */
const SHOWN = 12;

/** Past and upcoming entries, newest first, with a topic filter. */
export function ThingTimeline({ moments }: { readonly moments: readonly Moment[] }) {
  const found = (Object.keys(TOPICS) as Topic[]).filter((topic) =>
    moments.some((moment) => moment.topic === topic),
  );
  const [hidden, setHidden] = useState<readonly Topic[]>([]);
  const [isWhole, setWhole] = useState(false);
  const chosen = sortMoments(moments.filter(({ topic }) => !hidden.includes(topic)));
  const shown = isWhole ? chosen : chosen.slice(0, SHOWN);
  const more = chosen.length - shown.length;
  const toggle = (topic: Topic) =>
    setHidden(hidden.includes(topic) ? hidden.filter((one) => one !== topic) : [...hidden, topic]);
  return (
    <Stack gap="md">
      {found.length > 1 ? (
        <Group gap="xs" role="group" aria-label="Filter the timeline">
          {found.map((topic) => (
            <Chip
              key={topic}
              size="xs"
              variant="outline"
              checked={!hidden.includes(topic)}
              onChange={() => toggle(topic)}
            >
              {TOPICS[topic]}
            </Chip>
          ))}
        </Group>
      ) : null}
      {chosen.length === 0 ? <Text c="dimmed">Nothing to show.</Text> : null}
      <Timeline active={shown.length} bulletSize={14} lineWidth={2}>
        {shown.map((moment) => (
          <Timeline.Item
            key={moment.key}
            title={<MomentTitle moment={moment} />}
            color={
              moment.kind === 'past' && moment.topic !== 'money' ? 'gray.5' : COLORS[moment.kind]
            }
            lineVariant={moment.kind === 'next' ? 'dashed' : 'solid'}
          >
            <MomentText moment={moment} />
          </Timeline.Item>
        ))}
      </Timeline>
      {more > 0 ? (
        <Group>
          <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
            Show {more} earlier
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function MomentTitle({ moment: { title, page } }: { readonly moment: Moment }) {
  return page ? <PageLink page={page}>{title}</PageLink> : title;
}

function MomentText({ moment: { at, detail, kind, noteId } }: { readonly moment: Moment }) {
  const { canWrite } = usePlace();
  return (
    <>
      {detail ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      ) : null}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {kind === 'next' ? 'Next: ' : ''}
          <Time iso={at} />
        </Text>
        {noteId && canWrite ? <DeleteNote id={noteId} /> : null}
      </Group>
    </>
  );
}
