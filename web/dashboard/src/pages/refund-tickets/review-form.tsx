import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

const DECISIONS = {
  approve: { label: 'Approve and refund', asks: 'The money is refunded immediately.' },
  return: {
    label: 'Return for changes',
    asks: 'The buyer sees your note in their portal, where they can change the request and resubmit it.',
  },
  reject: { label: 'Reject', asks: 'The buyer sees the decision and your note in their portal.' },
} as const;

type Decision = keyof typeof DECISIONS;

interface Props {
  readonly ticketId: string;
  /** Why the payment can't be refunded; null if it can. */
  readonly obstacle: string | null;
}

/** Decides a buyer's refund request, with a note. */
export function ReviewForm({ ticketId, obstacle }: Props) {
  const [note, setNote] = useState('');
  const review = useAction('refund-ticket/review-ticket', { done: 'Decision recorded' });
  const decide = (decision: Decision) =>
    confirm({
      title: `${DECISIONS[decision].label}?`,
      children: DECISIONS[decision].asks,
      confirm: DECISIONS[decision].label,
      isDangerous: decision === 'reject',
      onConfirm: () => review.run({ ticketId, decision, ...(note.trim() ? { note } : {}) }),
    });
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          Your decision
        </Title>
        <Textarea
          label="Note"
          description="The buyer may see it."
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Problem error={review.error} />
        {obstacle ? (
          <Text size="sm" c="dimmed">
            {obstacle}
          </Text>
        ) : null}
        <Group gap="xs">
          {obstacle ? null : (
            <Button loading={review.isBusy} onClick={() => decide('approve')}>
              {DECISIONS.approve.label}
            </Button>
          )}
          <Button variant="light" loading={review.isBusy} onClick={() => decide('return')}>
            {DECISIONS.return.label}
          </Button>
          <Button
            variant="light"
            color="red"
            loading={review.isBusy}
            onClick={() => decide('reject')}
          >
            {DECISIONS.reject.label}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
