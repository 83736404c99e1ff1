import { Text, Timeline } from '@mantine/core';
import { Time } from '../../parts/time.tsx';
import type { Moment } from './timeline.ts';

const COLOURS = { past: 'green', problem: 'red', next: 'blue' } as const;

/** What happened and what comes next, as a line of moments. */
export function SubscriptionTimeline({ moments }: { readonly moments: readonly Moment[] }) {
  const past = moments.filter(({ kind }) => kind !== 'next').length;
  return (
    <Timeline active={past - 1} bulletSize={16} lineWidth={2}>
      {moments.map(({ at, title, detail, kind }) => (
        <Timeline.Item
          key={`${at} ${title}`}
          title={title}
          color={COLOURS[kind]}
          lineVariant={kind === 'next' ? 'dashed' : 'solid'}
        >
          <Text size="sm" c="dimmed">
            {kind === 'next' ? 'Next: ' : ''}
            <Time iso={at} />
          </Text>
          {detail ? <Text size="sm">{detail}</Text> : null}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
