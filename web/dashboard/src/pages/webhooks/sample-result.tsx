import { Group, List, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';

/** Milliseconds between polls while an attempt is in progress. */
const LOOK_MS = 1000;
/** Characters of a response shown here; the delivery's page shows all that is stored. */
const SHOWN = 300;

interface Outcome {
  readonly id: string;
  readonly webhookUrl: string | null;
  readonly status: string;
  readonly httpStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
  readonly attemptCount: number;
}

const QUERY = `query ($storeId: ID!, $filter: WebhookDeliveryFilter) {
  rows: webhookDeliveries(storeId: $storeId, filter: $filter, limit: 100) {
    id webhookUrl status httpStatus responseBody failure attemptCount
  }
}`;

/** The outcome of a sample at each webhook, as soon as it is known. */
export function SampleResult({
  ids,
  eventType,
}: {
  readonly ids: readonly string[];
  readonly eventType: string;
}) {
  const [isWaiting, setWaiting] = useState(true);
  const { data, error } = useGraphql<{ rows: readonly Outcome[] }>(
    QUERY,
    { filter: { id: { in: ids } } },
    { refetchInterval: isWaiting ? LOOK_MS : 0 },
  );
  const rows = (data?.rows ?? []).filter(({ id }) => ids.includes(id));
  const isKnown = rows.length > 0 && rows.every(({ attemptCount }) => attemptCount > 0);
  useEffect(() => setWaiting(!isKnown), [isKnown]);
  return (
    <Stack gap="xs" role="status" aria-label="Result of the sample">
      <Text size="sm" fw={600}>
        {isKnown ? `Result of ${eventType}` : `Sending ${eventType} …`}
      </Text>
      <Problem error={error} />
      <List spacing="sm" listStyleType="none">
        {rows.map((row) => (
          <List.Item key={row.id}>
            <OutcomeLine outcome={row} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function OutcomeLine({ outcome }: { readonly outcome: Outcome }) {
  const { id, webhookUrl, status, httpStatus, responseBody, failure, attemptCount } = outcome;
  if (attemptCount === 0) {
    return (
      <Group gap="xs">
        <Loader size="xs" aria-hidden="true" />
        <Text size="sm">{webhookUrl}</Text>
      </Group>
    );
  }
  const willRetry = status === 'pending';
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <StatusBadge status={willRetry ? 'failed' : status} />
        <PageLink page={`deliveries/${id}`} size="sm">
          {webhookUrl ?? 'A removed webhook'}
        </PageLink>
      </Group>
      <Text size="sm">
        {failure ?? `Responded with ${httpStatus}`}
        {willRetry ? '. It will be retried on schedule.' : ''}
      </Text>
      {responseBody ? (
        <CodeBlock label="Response" wraps>
          {responseBody.slice(0, SHOWN)}
        </CodeBlock>
      ) : null}
    </Stack>
  );
}
