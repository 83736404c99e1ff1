import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callAction, type Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

type Attempt = Output<'webhook-delivery/list-attempts'>['attempts'][number];

const UNMARKED = { listStyle: 'none' };

/** A delivery's attempts, newest first; refetched after each new one. */
export function Attempts({
  deliveryId,
  attemptCount,
}: {
  readonly deliveryId: string;
  readonly attemptCount: number;
}) {
  const { environment } = usePlace();
  const query = useQuery({
    queryKey: ['attempts', environment, deliveryId, attemptCount],
    queryFn: () => callAction('webhook-delivery/list-attempts', { id: deliveryId }, environment),
    placeholderData: (previous) => previous,
  });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Attempts
        </Title>
        <Loaded query={query}>
          {({ attempts }) =>
            attempts.length === 0 ? (
              <Text c="dimmed" size="sm">
                None yet. The first attempt is about to start.
              </Text>
            ) : (
              <Stack component="ul" aria-label="Attempts" gap="md" p={0} m={0} style={UNMARKED}>
                {attempts.map((attempt) => (
                  <li key={attempt.id}>
                    <AttemptEntry attempt={attempt} />
                  </li>
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Stack>
    </Paper>
  );
}

function AttemptEntry({ attempt }: { readonly attempt: Attempt }) {
  const { attemptedAt, durationMs, httpStatus, failure, responseBody } = attempt;
  return (
    <Stack gap={4}>
      <Text component="div" size="sm">
        <StatusBadge status={failure === null ? 'success' : 'failed'} />{' '}
        {failure ?? `Status ${httpStatus}`} · {durationMs} ms · <Time iso={attemptedAt} />
      </Text>
      {responseBody ? (
        <CodeBlock label="Response" maxHeight={240} wraps>
          {responseBody}
        </CodeBlock>
      ) : (
        <Text size="sm" c="dimmed">
          {httpStatus === null ? 'No response received.' : 'The response had no body.'}
        </Text>
      )}
    </Stack>
  );
}
