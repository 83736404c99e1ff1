import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Time } from '../../parts/time.tsx';
import type { Run } from './run-query.ts';

/** Queries run since the page was loaded, to be reused. */
export function RunHistory({
  runs,
  onPick,
}: {
  readonly runs: readonly Run[];
  readonly onPick: (run: Run) => void;
}) {
  if (runs.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          History
        </Title>
        <Text size="sm" c="dimmed">
          Kept until you reload this tab.
        </Text>
        <List listStyleType="none" spacing={4} aria-label="History">
          {runs.map((run) => (
            <List.Item key={run.id}>
              <Group gap="xs">
                <Button size="compact-sm" variant="default" onClick={() => onPick(run)}>
                  {titleOf(run.text)}
                </Button>
                <Text size="sm" c="dimmed">
                  {run.status === 0 ? 'not sent' : run.status} · {run.durationMs} ms ·{' '}
                  <Time iso={run.at} />
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Paper>
  );
}

/** Maximum length of a query's title. */
const MAX_TITLE_LENGTH = 48;

/** The operation's name, else the beginning of the query. */
function titleOf(text: string): string {
  const name = /^\s*query\s+(\w+)/.exec(text)?.[1];
  return name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
}
