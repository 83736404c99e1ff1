import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { timeText } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { later } from './upcoming.ts';

const STEPS = [
  { label: '1 day', by: { days: 1 } },
  { label: '1 week', by: { days: 7 } },
  { label: '1 month', by: { months: 1 } },
  { label: '1 year', by: { months: 12 } },
] as const;

/** Milliseconds added to a due time, so that it has passed. */
const AFTER_MS = 1000;

/** Buttons and a field that move the clock; it never goes back. */
export function AdvanceClock({
  now,
  nextDue,
}: {
  readonly now: string;
  /** When the next event after `now` is due. */
  readonly nextDue: string | null;
}) {
  const { store, canWrite } = usePlace();
  const [to, setTo] = useState('');
  const advance = useAction('test-clock/advance-clock');
  const move = (iso: string) => advance.run({ storeId: store.id, to: iso });
  if (!canWrite) return <Text c="dimmed">Only owners and admins can move the clock.</Text>;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Group gap="xs">
          {STEPS.map(({ label, by }) => (
            <Button
              key={label}
              variant="light"
              loading={advance.isBusy}
              onClick={() => move(later(now, by))}
            >
              {`Forward ${label}`}
            </Button>
          ))}
          {nextDue !== null ? (
            <Button
              loading={advance.isBusy}
              onClick={() => move(new Date(Date.parse(nextDue) + AFTER_MS).toISOString())}
            >
              Forward to the next event
            </Button>
          ) : null}
        </Group>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (to !== '') move(new Date(to).toISOString());
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              type="datetime-local"
              label="Forward to"
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <Button type="submit" variant="light" disabled={to === ''} loading={advance.isBusy}>
              Move
            </Button>
          </Group>
        </form>
        <Problem error={advance.error} />
        {advance.data ? (
          <Text role="status">
            Done. Everything due by {timeText(advance.data.clock.now)} has happened.
          </Text>
        ) : null}
      </Stack>
    </Paper>
  );
}
